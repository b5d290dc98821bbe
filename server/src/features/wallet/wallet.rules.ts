import { foldedText } from '#platform/text-grams.ts';

/** A wallet by the name of its owner, since searching opens none. */
export type WalletName = { userId: string } | { conversationId: string } | { walletId: string };

/** The local part of an e-mail address is compared from so many letters on. */
const typedFrom = 3;

/**
 * What a search shows of an e-mail address: the part before the @, and an ellipsis in the place of the rest, to whom
 * typed at least three letters of its beginning. Null otherwise. `query` is folded as names are compared.
 */
export function typedEmail(email: string | null, query: string): string | null {
  const local = email?.split('@')[0];
  if (!local || [...query].length < typedFrom || !foldedText(local).startsWith(query)) return null;
  return `${local}@…`;
}

export const nameOfUser = (userId: string) => `user-${userId}`;
export const nameOfGroup = (conversationId: string) => `group-${conversationId}`;

export function readName(name: string): WalletName {
  if (name.startsWith('user-')) return { userId: name.slice('user-'.length) };
  if (name.startsWith('group-')) return { conversationId: name.slice('group-'.length) };
  return { walletId: name };
}
