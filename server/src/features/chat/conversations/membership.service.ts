import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './conversations.store.ts';
import type { Pair } from './private.rules.ts';

export interface Membership {
  conversation: store.ConversationRow;
  member: store.MemberRow;
  /** The two of a private conversation; null in groups, and once the other's account is erased. */
  pair: Pair | null;
}

/** The only way to get a conversation for somebody. Errors: CONVERSATION_NOT_FOUND, NOT_A_MEMBER. */
export async function requireMembership(
  deps: Deps,
  actor: Actor,
  conversationId: string,
): Promise<Membership> {
  return membershipIn(await store.findWithMember(deps.db, conversationId, actor.id));
}

/** The same, with what was sent before under an id that a device made. */
export async function requireMembershipToSend(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  clientId: string | null,
): Promise<{ membership: Membership; sentBefore: store.SentBefore | null }> {
  const found = await store.findWithMember(deps.db, conversationId, actor.id, clientId);
  return { membership: membershipIn(found), sentBefore: found?.sentBefore ?? null };
}

function membershipIn(found: Awaited<ReturnType<typeof store.findWithMember>>): Membership {
  if (!found) throw new AppError('CONVERSATION_NOT_FOUND');
  if (!found.member) {
    const isSecret = found.isHidden || found.conversation.kind === 'private';
    throw new AppError(isSecret ? 'CONVERSATION_NOT_FOUND' : 'NOT_A_MEMBER');
  }
  return { conversation: found.conversation, member: found.member, pair: found.pair };
}
