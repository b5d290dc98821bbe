import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { changedThings, planLimits, planState } from '@dazi/contract/plans/plans.rules';
import { districtOf, type PlaceName } from '#features/places/places.service.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { genderObstacle, isPastDecision, obstacleTo } from './joining.rules.ts';
import type { SpotRow } from './plan-fields.rules.ts';
import type { PlanViewRow } from './plan-views.store.ts';
import { answeredStanding, isAfterwards, isLiving, isUnsure } from './plans.rules.ts';
import type { PlanRow } from './plans.store.ts';

/** Who looks at a plan. */
type Viewer = Pick<Actor, 'id' | 'standing'>;

interface Viewing {
  isHost: boolean;
  isGoing: boolean;
}

/**
 * Where exactly to meet, for those who may know it at this moment: who is going until some hours after the end, everybody
 * where the host said so until the end. The one place where it is decided.
 */
export function spotFor(
  { isHost, isGoing }: Viewing,
  plan: Pick<PlanRow, 'spotShown' | 'endsAt'>,
  spot: SpotRow | null,
  now: Date,
): Plan['spot'] {
  if (!spot) return null;
  const since_ms = now.getTime() - plan.endsAt.getTime();
  const isIn = isHost || isGoing;
  const knows = isIn ? since_ms < planLimits.spotAfterEnd_ms : plan.spotShown === 'everyone' && since_ms < 0;
  if (!knows) return null;
  const { latitude, longitude, name, hint } = spot;
  return { latitude, longitude, name, hint };
}

export const stateOf = (plan: PlanRow, now: Date) =>
  planState(
    {
      calledOffAt: plan.calledOffAt?.getTime() ?? null,
      startsAt: plan.startsAt.getTime(),
      endsAt: plan.endsAt.getTime(),
      goingCount: plan.goingCount,
      seats: plan.seats,
      least: plan.least,
    },
    now.getTime(),
  );

/** Without what its host says, which goes with their account. */
export const asSaid = ({ plan, host }: Pick<PlanViewRow, 'plan' | 'host'>): PlanRow =>
  plan.hostId === null || host !== null ? plan : { ...plan, title: null, note: null, costText: null };

/** A plan as one viewer sees it, who may see it. `from` is where they asked from. */
export function planView(
  row: PlanViewRow,
  viewer: Viewer | null,
  { from, town, now }: { from: Position | null; town: PlaceName | null; now: Date },
): Plan {
  const { me, people } = row;
  const viewerId = viewer?.id ?? null;
  const isHost = viewerId !== null && row.plan.hostId === viewerId;
  const plan = isHost ? row.plan : asSaid(row);
  const isGoing = me?.standing === 'going';
  const isOver = now >= plan.endsAt;
  const isVisitor = viewerId === null;
  const spot = spotFor({ isHost, isGoing }, plan, row.spot, now);
  return {
    ...told(plan),
    note: isVisitor ? null : plan.note,
    district: district(plan, town),
    spot,
    waitingCount: isHost || me?.standing === 'waiting' ? row.waitingCount : null,
    state: stateOf(plan, now),
    host: isVisitor ? null : row.host,
    people: isVisitor || (isOver && !isGoing) ? [] : people.slice(0, planLimits.seats.most),
    fromPostId: row.fromPostId,
    copiedFromId: row.copiedFromId,
    copiedToId: row.copiedToId,
    mine: { ...mine(row, isHost, now), agreed: isHost && spot ? row.spot!.agreed : null },
    distanceKm: from && Math.round(distanceKm(from, centreOf(plan)) * 10) / 10,
    ...chances(row, viewer, now),
  };
}

const centreOf = ({ districtLatitude, districtLongitude }: PlanRow): Position => ({
  latitude: districtLatitude,
  longitude: districtLongitude,
});

/** Made of the cell alone, whatever is known of the spot. */
function district(plan: PlanRow, town: PlaceName | null): Plan['district'] {
  const centre = centreOf(plan);
  const { half } = districtOf(centre);
  return {
    ...centre,
    halfLatitude: half.latitude,
    halfLongitude: half.longitude,
    ...(town && { address: town.name, names: town.names }),
  };
}

/** The same to everybody who sees it. */
function told(plan: PlanRow) {
  const { id, activity, title, local, timeZone, part, minutes } = plan;
  const { spotShown, seats, least, goingCount, entry, who, gender, languages, languageNeeded } = plan;
  const { level, cost, costText, listed, version } = plan;
  return {
    ...{ id, activity, title, local, timeZone, part, minutes },
    startsAt: plan.startsAt.toISOString(),
    endsAt: plan.endsAt.toISOString(),
    decidesAt: plan.decidesAt.toISOString(),
    ...{ spotShown, seats, least, goingCount, entry, who, gender, languages, languageNeeded },
    isOn: goingCount >= least,
    calledOff: plan.calledOffAt && {
      at: plan.calledOffAt.toISOString(),
      reason: plan.calledOffReason ?? ('other' as const),
    },
    ...{ level, cost, costText, listed, version },
    hostWantedUntil: plan.hostWantedUntil?.toISOString() ?? null,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
  };
}

function mine(
  { plan, me, place, blockedAmong }: PlanViewRow,
  isHost: boolean,
  now: Date,
): Omit<Plan['mine'], 'agreed'> {
  const isGoing = me?.standing === 'going';
  const unsure = me !== null && isUnsure(plan, me);
  return {
    standing: me ? answeredStanding(me.standing, plan, now) : 'none',
    isHost,
    place,
    unsure,
    confirmUntil: unsure ? plan.confirmUntil!.toISOString() : null,
    asked: unsure ? askedOf(plan, me.confirmedVersion) : null,
    conversationId: isGoing ? plan.conversationId : null,
    blockedAmong,
  };
}

/** All that has changed since a version, and when the plan was then. */
function askedOf({ askedAbout }: PlanRow, confirmedVersion: number): Plan['mine']['asked'] {
  const since = askedAbout.filter(({ version }) => version > confirmedVersion);
  const changed = changedThings.filter((thing) => since.some((one) => one.changed.includes(thing)));
  return { changed, was: changed.includes('time') ? since[0]!.was : null };
}

/** What the viewer may do, and why joining would be refused. */
function chances(row: PlanViewRow, viewer: Viewer | null, now: Date): Pick<Plan, 'can' | 'obstacle'> {
  const { plan, me, isRepeated } = row;
  const isHost = viewer !== null && plan.hostId === viewer.id;
  const isOpen = plan.calledOffAt === null && now < plan.endsAt;
  const isIn = me !== null && isLiving(me.standing);
  const reaches = !isLimited(viewer);
  const obstacle = obstacleFor(row, viewer, now);
  return {
    can: {
      join: viewer !== null && obstacle === null && (!isIn || (takesFreed(row, now) && now < plan.startsAt)),
      leave: isIn && isOpen,
      change: isHost && isOpen && reaches,
      callOff: isHost && isOpen,
      takeOver: me?.standing === 'going' && plan.hostId === null && isOpen && reaches,
      mark: me?.standing === 'going' && isAfterwards(plan, now),
      again: isHost && !isRepeated && isAfterwards(plan, now) && reaches,
      report: viewer !== null && !isHost,
    },
    obstacle,
  };
}

const isLimited = (viewer: Viewer | null): boolean => viewer?.standing.kind === 'limited';

/** From the decision on whoever waits has a free seat by asking for it. */
const takesFreed = ({ plan, me }: PlanViewRow, now: Date): boolean =>
  me?.standing === 'waiting' && plan.goingCount < plan.seats && isPastDecision(plan, now);

/** The code with which joining would be refused; null where it would not, or is done already. */
function obstacleFor(row: PlanViewRow, viewer: Viewer | null, now: Date): Plan['obstacle'] {
  const { plan, me, facts } = row;
  if (!viewer || !facts) return 'PLAN_JOIN_SIGN_IN_REQUIRED';
  const isFreed = takesFreed(row, now);
  if (me && isLiving(me.standing) && !isFreed) return null;
  if (isLimited(viewer)) return 'ACCOUNT_LIMITED';
  return isFreed ? genderObstacle(plan, facts) : obstacleTo(plan, me, facts, now);
}
