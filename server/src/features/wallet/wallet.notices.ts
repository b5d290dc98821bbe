import type { WalletNotice } from '@dazi/contract/wallet/wallet-notices';
import { namedInConversations } from '#features/chat/conversations/conversations.service.ts';
import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';

export const walletMoved = noticeKind<{
  what: WalletNotice;
  userId: string;
  amountMinor: number;
  currency: string;
  /** The other side, when that is a person; of a group's wallet whoever moved it. */
  personId: string | null;
  conversationId: string | null;
  /** Of the transfer beside which a memo may stand. */
  transferNumber?: number;
}>('wallet_moved');

export const walletNotices: AreaNotices = {
  codes: {
    deposit: codeFacts('WALLET'),
    transfer_sent: codeFacts('WALLET', { priority: 'low', isOwn: true }),
    transfer_received: codeFacts('WALLET', { gathered: 'transfers' }),
    group_transaction: codeFacts('WALLET'),
  },
  rules: [
    noticeRule([walletMoved], {
      find: namedInConversations,
      compose: ({ what, amountMinor, currency, personId, conversationId, transferNumber }) => ({
        code: what,
        personId,
        ...(what === 'transfer_received' && personId !== null && { about: personId }),
        conversationId,
        params: { amountMinor, currency, ...(transferNumber && { transferNumber }) },
      }),
    }),
  ],
};
