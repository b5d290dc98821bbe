import { type IceBreakerResults, iceBreaker, iceBreakerResultsWithout } from './ice-breaker.ts';
import { type MeetingPointResults, meetingPoint, meetingPointResultsWithout } from './meeting-point.ts';
import type { MiniAppResult } from './mini-app-kit.ts';
import { type PollResults, poll, pollResultsWithout } from './poll.ts';
import { type QuizResults, quiz, quizResultsWithout, quizText } from './quiz.ts';

export function peopleIn({ results }: MiniAppResult): string[] {
  const { participants } = results as { participants?: readonly { id: string }[] };
  return (participants ?? []).map(({ id }) => id);
}

/** A result for somebody who does not see some of the people in it, what it says in words included. */
export function resultWithout(result: MiniAppResult, hidden: ReadonlySet<string>): MiniAppResult {
  if (!peopleIn(result).some((id) => hidden.has(id))) return result;
  const { appType, results } = result;
  switch (appType) {
    case quiz.type: {
      const left = quizResultsWithout(results as unknown as QuizResults, hidden);
      return { ...result, ...quizText(left.bestMatch), results: { ...left } };
    }
    case poll.type:
      return { ...result, results: { ...pollResultsWithout(results as unknown as PollResults, hidden) } };
    case meetingPoint.type:
      return {
        ...result,
        results: { ...meetingPointResultsWithout(results as unknown as MeetingPointResults, hidden) },
      };
    case iceBreaker.type:
      return {
        ...result,
        results: { ...iceBreakerResultsWithout(results as unknown as IceBreakerResults, hidden) },
      };
    default:
      return result;
  }
}
