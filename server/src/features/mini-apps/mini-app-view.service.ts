import type { Message } from '@dazi/contract/chat/conversations';
import type { MiniAppParticipation } from '@dazi/contract/mini-apps/mini-app-kit';
import { miniAppLimits } from '@dazi/contract/mini-apps/mini-app-kit.rules';
import { resultWithout } from '@dazi/contract/mini-apps/mini-app-results';
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import {
  type Membership,
  mayAct,
  messagesNumbered,
  requireMembership,
} from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { AnyAppKind, AppFacts } from './app-kind.rules.ts';
import { participationsSeen } from './mini-apps.rules.ts';
import * as store from './mini-apps.store.ts';
import * as participations from './participations.store.ts';
import { appKind } from './registry.rules.ts';

/** Rows name their app for good, so it is there. */
export const kindOf = (app: Pick<store.MiniAppRow, 'appType'>): AnyAppKind => appKind(app.appType)!;

export const factsOf = ({
  config,
  material,
  title,
  isCompleted,
  participantCount,
}: store.MiniAppRow): AppFacts<object, object> => ({
  config,
  material,
  title,
  isCompleted,
  participantCount,
});

/** To whoever does not belong to its conversation an instance is unknown. */
export const asUnknown = (error: unknown): never => {
  const unknown = ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'MESSAGE_NOT_FOUND'];
  if (error instanceof AppError && unknown.includes(error.code)) throw new AppError('MINI_APP_NOT_FOUND');
  throw error;
};

/** The only way to get an instance for somebody. Error: MINI_APP_NOT_FOUND. */
async function requireMiniApp(deps: Deps, actor: Actor, miniAppId: string) {
  const found = await store.findMiniApp(deps.db, actor.id, miniAppId);
  if (!found) throw new AppError('MINI_APP_NOT_FOUND');
  const membership = await requireMembership(deps, actor, found.app.conversationId).catch(asUnknown);
  if (found.app.sequence <= membership.member.hiddenUpTo) throw new AppError('MINI_APP_NOT_FOUND');
  return { found, membership };
}

async function viewOf(
  deps: Deps,
  actor: Actor,
  { found, membership }: { found: store.FoundMiniApp; membership: Membership },
): Promise<MiniApp> {
  const { app, change, result, hiddenInResult, departedCount } = found;
  const { kind: talk, memberCount } = membership.conversation;
  const kind = kindOf(app);
  const rows = await participations.firstParticipations(deps.db, actor.id, app, miniAppLimits.faces);
  const own = rows.find(({ userId }) => userId === actor.id);
  const facts = factsOf(app);
  const answers = kind.countsAnswers ? await participations.allAnswers(deps.db, app.id) : [];
  const viewer = { hasParticipated: own !== undefined, contributionUntil: own?.contributionUntil ?? null };
  const isOpen = app.isActive && mayAct(membership);
  const { maxParticipants } = kind.definition;
  return {
    id: app.id,
    appType: app.appType,
    title: app.title,
    conversationId: app.conversationId,
    sequence: app.sequence,
    change,
    createdBy: app.createdBy,
    config: { ...app.config } as Record<string, unknown>,
    state: app.state,
    stateVersion: app.stateVersion,
    isCompleted: app.isCompleted,
    isActive: app.isActive,
    participantCount: app.participantCount,
    maxParticipants,
    // Of two people both stay counted, whatever becomes of their accounts.
    askedCount: talk === 'group' ? memberCount + departedCount : memberCount,
    participations: participationsSeen(
      rows,
      actor.id,
      app.conversationId,
      kind.sees(facts, viewer.hasParticipated),
    ),
    hasParticipated: viewer.hasParticipated,
    details: { ...kind.details(facts, viewer, answers) } as Record<string, unknown>,
    result: result && resultWithout(result, new Set(hiddenInResult ?? [])),
    can: {
      participate: isOpen && (own ? kind.mayChange : app.participantCount < maxParticipants),
      complete: isOpen && (await mayComplete(deps, membership, app)),
      changeState: isOpen,
    },
    createdAt: app.createdAt.toISOString(),
    completedAt: app.completedAt?.toISOString() ?? null,
  };
}

/** Whoever added it, or the owner of the group once they have left. */
export async function mayComplete(
  deps: Deps,
  { member }: Membership,
  { createdBy, conversationId }: store.MiniAppRow,
): Promise<boolean> {
  if (createdBy === member.userId) return true;
  return member.role === 'OWNER' && !(await store.isMember(deps.db, conversationId, createdBy));
}

export async function viewAfter(
  inner: TransactingDeps,
  actor: Actor,
  app: store.MiniAppRow,
  membership: Membership,
) {
  const found = await store.findMiniApp(inner.db, actor.id, app.id);
  return viewOf(inner, actor, { found: found!, membership });
}

/** Error: MINI_APP_NOT_FOUND. */
export async function getMiniApp(deps: Deps, actor: Actor, miniAppId: string): Promise<MiniApp> {
  return viewOf(deps, actor, await requireMiniApp(deps, actor, miniAppId));
}

/** The same with the message by which it was added. Error: MINI_APP_NOT_FOUND. */
export async function getAdded(
  deps: Deps,
  actor: Actor,
  miniAppId: string,
): Promise<{ miniApp: MiniApp; message: Message }> {
  const { found, membership } = await requireMiniApp(deps, actor, miniAppId);
  const { sequence } = found.app;
  const message = (await messagesNumbered(deps, membership, [sequence])).get(sequence);
  if (!message) throw new AppError('MINI_APP_NOT_FOUND');
  return { miniApp: await viewOf(deps, actor, { found, membership }), message };
}

/** Who took part, as far as somebody sees it, in the order in which they did. Error: MINI_APP_NOT_FOUND. */
export async function listParticipations(
  deps: Deps,
  actor: Actor,
  miniAppId: string,
  { limit = miniAppLimits.page, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{
  participations: MiniAppParticipation[];
  participantCount: number;
  nextCursor: string | null;
}> {
  const after = cursor === undefined ? null : frontierOf(cursor);
  const { found } = await requireMiniApp(deps, actor, miniAppId);
  const { app } = found;
  const own = await participations.findParticipation(deps.db, app.id, actor.id);
  const sees = kindOf(app).sees(factsOf(app), own !== undefined);
  const wanted = { onlyOwn: sees === 'nothing', after, limit: limit + 1 };
  const rows = await participations.pageOfParticipations(deps.db, actor.id, app, wanted);
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    participations: participationsSeen(shown, actor.id, app.conversationId, sees),
    participantCount: app.participantCount,
    nextCursor: last ? cursorOf({ createdAt: last.createdAt.toISOString(), id: last.userId }) : null,
  };
}
