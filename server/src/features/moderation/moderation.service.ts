import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type {
  Reported,
  ReportTargetType,
  report as reportEndpoint,
  resolveReports as resolveEndpoint,
} from '@dazi/contract/moderation/moderation';
import { reportLimits } from '@dazi/contract/moderation/moderation.rules';
import { AppError } from '#platform/app-error.ts';
import type { MayRead, ReportTargets } from '#platform/area.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { reportedView, type Shown, stateAfter } from './moderation.rules.ts';
import * as store from './moderation.store.ts';

/** One open report a person and thing. */
export async function report(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  input: BodyOf<typeof reportEndpoint>,
): Promise<{ id: string; createdAt: string }> {
  const { targetType, targetId, reason } = input;
  const ownerId = await targets[targetType].ownerOf(deps, actor, targetId);
  if (ownerId === actor.id) throw new AppError('OWN_REPORT');
  const createdAt = deps.clock();
  const id = deps.ids.next(createdAt);
  const made = await store.insertReport(deps.db, {
    id,
    reporterId: actor.id,
    targetType,
    targetId,
    targetOwnerId: targets[targetType].changesHands ? null : ownerId,
    reason,
    details: input.details || null,
    state: 'open',
    createdAt,
  });
  if (!made) throw new AppError('REPORT_REPEATED');
  return { id, createdAt: createdAt.toISOString() };
}

function requireAdministrator(actor: Actor) {
  if (!actor.isAdministrator) throw new AppError('FORBIDDEN');
}

/** The queue, for administrators. Blocks between them and others take nothing out of it. */
export async function listReports(
  deps: Deps,
  actor: Actor,
  query: { state?: 'open' | 'resolved' | undefined; cursor?: string | undefined },
): Promise<{ reported: Reported[]; nextCursor: string | null }> {
  requireAdministrator(actor);
  const page = { after: query.cursor ? frontierOf(query.cursor) : null, limit: reportLimits.page };
  const state = query.state ?? 'open';
  const targets = await store.listTargets(deps.db, state, page);
  const reports = await store.listReportsOf(deps.db, targets);
  const idsOf = (type: ReportTargetType) =>
    targets.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId);
  const posts = await store.listReportedPosts(deps.db, idsOf('post'), deps.clock());
  // What was said among few is read only as long as somebody waits for an answer.
  const messages = state === 'open' ? await store.listReportedMessages(deps.db, idsOf('message')) : [];
  const rooms = await store.listReportedRooms(deps.db, idsOf('room'));
  const userIds = [
    ...targets.map(({ targetOwnerId }) => targetOwnerId),
    ...rooms.map(({ ownerId }) => ownerId),
    ...reports.flatMap(({ reporterId, resolverId }) => [reporterId, resolverId]),
  ].filter((userId) => userId !== null);
  const people = await store.listPeople(deps.db, [...new Set(userIds)]);
  const personById = new Map(people.map((person) => [person.id, person]));
  const shown: Record<ReportTargetType, (targetId: string) => Shown> = {
    post: (targetId) => ({ post: posts.find(({ id }) => id === targetId) }),
    message: (targetId) => ({ message: messages.find(({ id }) => id === targetId) }),
    room: (targetId) => ({ room: rooms.find(({ id }) => id === targetId) }),
    person: () => ({}),
  };
  const last = targets.length === page.limit ? targets.at(-1) : undefined;
  return {
    reported: targets.map((target) =>
      reportedView(
        target,
        reports.filter(
          ({ targetType, targetId }) => targetType === target.targetType && targetId === target.targetId,
        ),
        personById,
        shown[target.targetType](target.targetId),
      ),
    ),
    nextCursor: last ? cursorOf({ createdAt: last.at, id: last.targetId }) : null,
  };
}

/** NOT_REMOVABLE is a person, and what is gone already. */
export async function resolveReports(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  input: BodyOf<typeof resolveEndpoint>,
): Promise<number> {
  requireAdministrator(actor);
  return deps.transact(async (inner) => {
    const resolved = await store.resolveOpen(inner.db, input, {
      state: stateAfter(input.action),
      resolvedAt: inner.clock(),
      resolverId: actor.id,
    });
    if (resolved === 0) throw new AppError('REPORT_NOT_FOUND');
    if (input.action === 'remove' && !(await targets[input.targetType].remove?.(inner, input.targetId))) {
      throw new AppError('NOT_REMOVABLE');
    }
    return resolved;
  });
}

/** Of what a reported message shows, for administrators, until its reports are settled. */
export const mayReadReportedMedia: MayRead = async (deps, viewer, medium) =>
  viewer?.isAdministrator === true && (await store.isInOpenReport(deps.db, medium.id));
