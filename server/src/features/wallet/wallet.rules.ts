/**
 * What a transfer names of a wallet that may not have been opened yet. Searching opens none, so what it finds is
 * named by whose wallet it would be.
 */
export type WalletName = { userId: string } | { conversationId: string } | { walletId: string };

export const nameOfUser = (userId: string) => `user-${userId}`;
export const nameOfGroup = (conversationId: string) => `group-${conversationId}`;

export function readName(name: string): WalletName {
  if (name.startsWith('user-')) return { userId: name.slice('user-'.length) };
  if (name.startsWith('group-')) return { conversationId: name.slice('group-'.length) };
  return { walletId: name };
}
