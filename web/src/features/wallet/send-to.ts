import type { WalletResult } from '@dazi/contract/wallet/wallet';
import { useNavigate } from 'react-router';

interface SendState {
  sendTo?: WalletResult;
}

/** Leads to the own wallet, where whom to send to is chosen already. */
export function useSendTo() {
  const navigate = useNavigate();
  const go = (sendTo: WalletResult) => navigate('/wallet', { state: { sendTo } satisfies SendState });
  return {
    /** A wallet that was never opened is named by whose it would be. */
    person: ({ id, name, avatarUrl }: { id: string; name: string; avatarUrl: string | null }) =>
      go({ type: 'USER', id: `user-${id}`, userId: id, name, avatarUrl }),
    group: ({ conversationId, title }: { conversationId: string; title: string }) =>
      go({ type: 'GROUP', id: `group-${conversationId}`, conversationId, name: title, avatarUrl: null }),
  };
}

/** What such a way brought along. */
export const sendToIn = (state: unknown): WalletResult | null => (state as SendState | null)?.sendTo ?? null;
