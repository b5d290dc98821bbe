import type { Deps } from '#platform/deps.ts';
import { insertConversation, insertMember } from './conversations.store.ts';

/** A conversation of two people, until they can begin one themselves. */
export async function aPrivateConversation(deps: Deps, ...people: { id: string }[]): Promise<string> {
  const now = deps.clock();
  const id = deps.ids.next(now);
  await insertConversation(deps.db, {
    id,
    kind: 'private',
    title: null,
    description: null,
    isActive: true,
    memberCount: 0,
    lastSequence: 0,
    lastCounted: 0,
    lastChange: 0,
    createdAt: now,
    updatedAt: now,
    lastMessageAt: null,
  });
  for (const { id: userId } of people) {
    const member = { conversationId: id, userId, role: 'MEMBER', joinType: 'AUTO', joinedAt: now } as const;
    await insertMember(deps.db, member);
  }
  return id;
}
