import type { MeetingPointConfig, MeetingPointResults } from './meeting-point.ts';
import { meetingPointLimits } from './meeting-point-limits.rules.ts';
import type { MiniAppDefinition, ResultText } from './mini-app-kit.ts';

/**
 * Who takes part sends no position: the displayed one they share at that moment is taken (`PUT /api/presence` first),
 * so `answers` is empty. Taking part again takes the position of then. What others contributed is shown to nobody.
 */
export const meetingPoint: MiniAppDefinition<MeetingPointConfig> = {
  type: 'meeting-point',
  name: 'Meeting Point',
  description: 'Whoever wants to adds roughly where they are; find the place that is fair to all.',
  category: 'tools',
  icon: 'meeting-point',
  defaultConfig: { minParticipants: 2 },
  maxParticipants: meetingPointLimits.participants,
};

/** `meeting_near`: place, km, count. `meeting_found`: km, count. */
export const meetingPointTextCodes = ['meeting_near', 'meeting_found'] as const;

/** `count` is how many took part, whether the reader sees them or not. */
export function meetingPointText(
  { place, farthest_km }: Pick<MeetingPointResults, 'place' | 'farthest_km'>,
  count: number,
): { text: ResultText; generatedText: string } {
  const km = farthest_km;
  if (!place) {
    return {
      text: { code: 'meeting_found', params: { km, count } },
      generatedText: `A meeting point for ${count} was found, at most ${km} km for everyone`,
    };
  }
  return {
    text: { code: 'meeting_near', params: { place: place.name, km, count } },
    generatedText: `Meet near ${place.name}: at most ${km} km for everyone`,
  };
}

export const meetingPointResultsWithout = (
  results: MeetingPointResults,
  hidden: ReadonlySet<string>,
): MeetingPointResults => ({
  ...results,
  participants: results.participants.filter(({ id }) => !hidden.has(id)),
});
