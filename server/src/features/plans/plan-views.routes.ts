import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import type { Position } from '@dazi/contract/places/places';
import { isActivity } from '@dazi/contract/plans/plan-activities';
import { getPlan, listCommonPlans, listMyPlans, listPlans } from '@dazi/contract/plans/plan-views';
import { planLanguages, planLimits } from '@dazi/contract/plans/plans.rules';
import type { FastifyInstance } from 'fastify';
import { regionOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as views from './plan-views.service.ts';

const parts = (text: string | undefined) => [...new Set((text ?? '').split(',').filter(Boolean))];

function activitiesIn(text: string | undefined): string[] {
  const codes = parts(text);
  if (codes.length > planLimits.activities) throw new AppError('INVALID_INPUT');
  if (!codes.every(isActivity)) throw new AppError('PLAN_ACTIVITY_UNKNOWN');
  return codes;
}

function languagesIn(text: string | undefined): string[] {
  const codes = parts(text);
  const known: readonly string[] = planLanguages;
  if (codes.length > planLimits.activities) throw new AppError('INVALID_INPUT');
  if (!codes.every((code) => known.includes(code))) throw new AppError('INVALID_INPUT');
  return codes;
}

type Span = Pick<QueryOf<typeof listPlans>, 'from' | 'to'>;

/** No longer than plans are made ahead, counted from now on. */
function spanIn({ from, to }: Span, now: Date): { from: Date | null; to: Date | null } {
  const span = { from: from ? new Date(from) : null, to: to ? new Date(to) : null };
  if (span.from && span.to) {
    const begins = Math.max(span.from.getTime(), now.getTime());
    if (span.to.getTime() - begins > planLimits.ahead_ms.most) throw new AppError('INVALID_INPUT');
  }
  return span;
}

/** Round a position as far as is usual, where neither a radius nor a box is given. */
function regionIn({ radiusKm, ...query }: Parameters<typeof regionOf>[0]) {
  const isRound = query.latitude !== undefined && query.longitude !== undefined && query.west === undefined;
  return regionOf({ ...query, radiusKm: radiusKm ?? (isRound ? planLimits.radius_km.default : undefined) });
}

/** Both or neither. */
function positionIn({
  latitude,
  longitude,
}: {
  latitude?: number | undefined;
  longitude?: number | undefined;
}): Position | null {
  if ((latitude === undefined) !== (longitude === undefined)) throw new AppError('POSITION_INCOMPLETE');
  return latitude === undefined ? null : { latitude, longitude: longitude! };
}

export function planViewsRoutes(app: FastifyInstance, deps: Deps, details: views.PlanViews): void {
  handle(app, listPlans, async ({ viewer, query }) => {
    const { limit = planLimits.page, cursor } = query;
    if (query.ids !== undefined) {
      const ids = query.ids.split(',').filter(Boolean);
      if (ids.length > planLimits.ids) throw new AppError('INVALID_INPUT');
      return { data: await views.listPlansById(deps, viewer, ids, positionIn(query)), nextCursor: null };
    }
    const { plans, nextCursor } = await views.listPlans(
      deps,
      viewer,
      {
        region: regionIn(query),
        ...spanIn(query, deps.clock()),
        activities: activitiesIn(query.activities),
        languages: languagesIn(query.languages),
        isFree: query.free === 'true',
        isOpen: query.open === 'true',
      },
      { limit, cursor },
    );
    return { data: plans, nextCursor };
  });

  handle(app, listMyPlans, async ({ actor, query }) => {
    const { part, limit = planLimits.page, cursor } = query;
    const { plans, nextCursor } = await views.listMyPlans(deps, actor, part, { limit, cursor });
    return { data: plans, nextCursor };
  });

  handle(app, getPlan, async ({ viewer, params, query }) => ({
    data: await details.get(viewer, params.planId, {
      invite: query.invite,
      from: positionIn(query),
    }),
  }));

  handle(app, listCommonPlans, async ({ actor, query }) => ({
    data: await views.listCommonPlans(deps, actor, query.blockedId),
  }));
}
