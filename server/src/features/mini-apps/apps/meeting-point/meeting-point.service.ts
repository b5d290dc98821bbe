import { type MeetingPointConfig, meetingPointConfigSchema } from '@dazi/contract/mini-apps/meeting-point';
import { meetingPoint, meetingPointText } from '@dazi/contract/mini-apps/meeting-point.rules';
import { meetingPointLimits } from '@dazi/contract/mini-apps/meeting-point-limits.rules';
import type { Position } from '@dazi/contract/places/places';
import { sharedPosition } from '#features/chat/presence/presence.service.ts';
import { placeNameOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { AppKind } from '../../app-kind.rules.ts';
import { fairPoint, farthestKm, roundedPoint } from './meeting-point.rules.ts';

/** The displayed position of whoever takes part is copied, so that it counts for as long as others need to join. */
export const meetingPointApp: AppKind<MeetingPointConfig, object, never> = {
  definition: meetingPoint,
  config: meetingPointConfigSchema,
  mayChange: true,
  takesWords: false,
  closesWithResult: true,
  countsAnswers: false,
  awaitsAll: () => true,
  material: async () => ({}),
  accept: (_app, answers) => (answers.length === 0 ? [] : null),
  async contribution(deps, actor) {
    const position = await sharedPosition(deps, actor.id);
    if (!position) throw new AppError('POSITION_NOT_SHARED');
    return {
      contribution: position,
      until: new Date(deps.clock().getTime() + meetingPointLimits.kept_ms),
    };
  },
  sees: () => 'people',
  details: ({ config, participantCount }, { contributionUntil }) => ({
    missing: Math.max(0, config.minParticipants - participantCount),
    ownUntil: contributionUntil?.toISOString() ?? null,
  }),
  isDue: ({ config, participantCount }, everybodyTookPart) =>
    participantCount >= config.minParticipants &&
    (everybodyTookPart || participantCount >= meetingPointLimits.participants),
  async outcome(deps, { config }, participants) {
    const present = participants.filter(({ contribution }) => contribution !== null);
    if (present.length < config.minParticipants) return null;
    const positions = present.map(({ contribution }) => contribution as Position);
    const point = roundedPoint(fairPoint(positions)!);
    const town = await placeNameOf(deps, point);
    const results = {
      point,
      place: town && { name: town.name, names: town.names },
      farthest_km: farthestKm(point, positions),
      participants: present.map(({ id, name }) => ({ id, name })),
    };
    return { results, ...meetingPointText(results, present.length) };
  },
};
