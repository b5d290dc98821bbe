import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';

export function DropOverlay() {
  const { t } = useTranslation();
  return (
    <div className="conversations-drop">
      <span className="conversations-drop-mark">
        <Icon name="image" size="l" />
      </span>
      <b>{t('conversations.files.drop')}</b>
      <span>{t('conversations.files.dropHint')}</span>
    </div>
  );
}
