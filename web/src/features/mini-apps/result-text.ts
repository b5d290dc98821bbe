import { iceBreakerTextCodes } from '@dazi/contract/mini-apps/ice-breaker.rules';
import type { MeetingPointResults } from '@dazi/contract/mini-apps/meeting-point';
import { meetingPointTextCodes } from '@dazi/contract/mini-apps/meeting-point.rules';
import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { pollTextCodes } from '@dazi/contract/mini-apps/poll.rules';
import { quizTextCodes } from '@dazi/contract/mini-apps/quiz.rules';
import type { TFunction } from 'i18next';
import { placeNameIn } from '#features/places/places.api.ts';

const codes = [...quizTextCodes, ...pollTextCodes, ...meetingPointTextCodes, ...iceBreakerTextCodes] as const;
type Code = (typeof codes)[number];
const isKnown = (code: string): code is Code => (codes as readonly string[]).includes(code);

/** What a result says, in the reader's language; of a code not known here in English. */
export function resultText(result: MiniAppResult, language: string, t: TFunction): string {
  const { code, params } = result.text;
  if (!isKnown(code)) return result.generatedText;
  const { place } = result.results as Partial<MeetingPointResults>;
  const named = place ? { ...params, place: placeNameIn(language, place.name, place.names) } : params;
  return String(t(`miniApps.results.${code}`, named as never));
}
