import type { BodyOf } from '@dazi/contract/endpoint';
import {
  type Reported,
  type ReportTargetType,
  type report as reportEndpoint,
  reportLimits,
  type resolveReports as resolveEndpoint,
} from '@dazi/contract/moderation';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { reportedView, stateAfter } from './moderation.rules.ts';
import * as store from './moderation.store.ts';

/** What a kind of thing that may be reported answers for; filled by its feature, plugged in by app.ts. */
export interface ReportTarget {
  /** Whose it is. Throws the feature's own 404 for what is unknown or hidden from the actor. */
  ownerOf(deps: Deps, actor: Actor, targetId: string): Promise<string>;
  /** Takes it out of every list; false when it is gone already. Not there for what nobody takes away. */
  remove?(inner: TransactingDeps, targetId: string): Promise<boolean>;
}
export type ReportTargets = Readonly<Record<ReportTargetType, ReportTarget>>;

/** One open report a person and thing. Errors: OWN_REPORT, REPORT_REPEATED and the 404 of the target. */
export async function report(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  input: BodyOf<typeof reportEndpoint>,
): Promise<{ id: string; createdAt: string }> {
  const { targetType, targetId, reason } = input;
  const targetOwnerId = await targets[targetType].ownerOf(deps, actor, targetId);
  if (targetOwnerId === actor.id) throw new AppError('OWN_REPORT');
  const createdAt = deps.clock();
  const id = deps.ids.next(createdAt);
  const made = await store.insertReport(deps.db, {
    id,
    reporterId: actor.id,
    targetType,
    targetId,
    targetOwnerId,
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
  const targets = await store.listTargets(deps.db, query.state ?? 'open', page);
  const reports = await store.listReportsOf(deps.db, targets);
  const posts = await store.listReportedPosts(
    deps.db,
    targets.filter(({ targetType }) => targetType === 'post').map(({ targetId }) => targetId),
    deps.clock(),
  );
  const userIds = [
    ...targets.map(({ targetOwnerId }) => targetOwnerId),
    ...reports.flatMap(({ reporterId, resolverId }) => [reporterId, ...(resolverId ? [resolverId] : [])]),
  ];
  const people = await store.listPeople(deps.db, [...new Set(userIds)]);
  const personById = new Map(people.map((person) => [person.id, person]));
  const postById = new Map(posts.map((post) => [post.id, post]));
  const last = targets.length === page.limit ? targets.at(-1) : undefined;
  return {
    reported: targets.map((target) =>
      reportedView(
        target,
        reports.filter(
          ({ targetType, targetId }) => targetType === target.targetType && targetId === target.targetId,
        ),
        personById,
        target.targetType === 'post' ? postById.get(target.targetId) : undefined,
      ),
    ),
    nextCursor: last ? cursorOf({ createdAt: last.at, id: last.targetId }) : null,
  };
}

/** Errors: FORBIDDEN, REPORT_NOT_FOUND, NOT_REMOVABLE (a person, or what is gone already). */
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
