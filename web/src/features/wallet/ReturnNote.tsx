import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Note } from '#ui/Note.tsx';
import { daziText } from './amount.ts';
import { useWallet } from './wallet.api.ts';

/** Says to the last owner of a group, who is about to end it, that what its wallet has goes back to them. */
export function ReturnNote({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: wallet } = useWallet({ conversationId });
  if (!wallet || wallet.balanceMinor === 0) return null;
  return (
    <Note icon="wallet">
      {t('wallet.group.goesBack', { amount: daziText(wallet.balanceMinor, language) })}
    </Note>
  );
}
