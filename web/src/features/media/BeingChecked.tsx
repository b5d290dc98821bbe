import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import './media-being-checked.css';

/**
 * In the place of a picture or a video that moderators have not looked at yet; small ones have no room for the words. A
 * button around it has no other name, or those who listen would not hear of it.
 */
export function BeingChecked({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useTranslation();
  const text = t('moderation.beingCheckedText');
  return (
    <span className={classNames('media-being-checked', !isSmall && 'media-being-checked-large')} title={text}>
      <Icon name="image" />
      <span className="b">{t('moderation.beingChecked')}</span>
      {!isSmall && <span>{text}</span>}
    </span>
  );
}
