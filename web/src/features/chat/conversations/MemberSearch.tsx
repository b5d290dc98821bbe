import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';

export function MemberSearch({ text, onText }: { text: string; onText(text: string): void }) {
  const { t } = useTranslation();
  return (
    <div className="input soft">
      <Icon name="search" />
      <input
        className="grow conversations-bare-input"
        type="search"
        aria-label={t('conversations.groupMenu.searchMembers')}
        placeholder={t('conversations.groupMenu.searchMembers')}
        maxLength={50}
        value={text}
        dir="auto"
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
