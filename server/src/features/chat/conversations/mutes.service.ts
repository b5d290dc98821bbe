import { tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { memberMuted } from './conversations.notices.ts';
import * as memberViews from './member-views.store.ts';
import * as memberStore from './members.store.ts';
import { appendEvent } from './message-appending.service.ts';
import * as store from './mutes.store.ts';

/** 0 minutes end it. The caller has the room to itself. Answers until when. Error: PARTICIPANT_NOT_FOUND. */
export async function muteMember(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  userId: string,
  { minutes, reason }: { minutes: number; reason: string | null },
): Promise<Date | null> {
  const member = await memberViews.findMember(inner.db, conversationId, userId);
  if (!member) throw new AppError('PARTICIPANT_NOT_FOUND');
  const createdAt = inner.clock();
  const until = minutes === 0 ? null : new Date(createdAt.getTime() + minutes * 60_000);
  if (until) {
    await store.putMute(inner.db, { conversationId, userId, until, reason, mutedBy: actor.id, createdAt });
    const params = { name: member.name, minutes };
    await appendEvent(inner, conversationId, 'SYSTEM', userId, { code: 'member_muted', params });
    publishNotice(inner, memberMuted, { conversationId, userId, until: until.toISOString() });
  } else if (!(await store.deleteMute(inner.db, conversationId, userId))) return null;
  await tellMuted(inner, conversationId, userId, until);
  return until;
}

/** The member alone is told until when; those who keep the room in order ask for its members again. */
async function tellMuted(
  inner: TransactingDeps,
  conversationId: string,
  userId: string,
  until: Date | null,
): Promise<void> {
  const muted = { kind: 'muted' as const, until: until?.toISOString() ?? null };
  tellPerson(inner, userId, { type: 'conversation_update', conversationId, change: muted });
  // What told them of it says so no longer.
  if (!until) tellPerson(inner, userId, { type: 'notifications_changed' });
  for (const keeper of await memberStore.findKeepers(inner.db, conversationId)) {
    const change = { kind: 'details' as const };
    tellPerson(inner, keeper.userId, { type: 'conversation_update', conversationId, change });
  }
}

export const forgetEndedMutes = (deps: Deps): Promise<void> => store.deleteEndedMutes(deps.db, deps.clock());
