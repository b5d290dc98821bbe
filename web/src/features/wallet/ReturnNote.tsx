import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Note } from '#ui/Note.tsx';
import { daziText } from './amount.ts';
import { stopAskingForWallet, useWallet } from './wallet.api.ts';

interface ReturnNoteProps {
  conversationId: string;
  /** The group is being ended: its wallet may be gone at any moment. */
  isEnding: boolean;
}

/** Says to the last owner of a group, who is about to end it, that what its wallet has goes back to them. */
export function ReturnNote({ conversationId, isEnding }: ReturnNoteProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { data: wallet } = useWallet({ conversationId }, { enabled: !isEnding });
  useEffect(() => {
    if (isEnding) void stopAskingForWallet(client, { conversationId });
  }, [client, conversationId, isEnding]);
  if (!wallet || wallet.balanceMinor === 0) return null;
  return (
    <Note icon="wallet">
      {t('wallet.group.goesBack', { amount: daziText(wallet.balanceMinor, language) })}
    </Note>
  );
}
