import { iceBreaker, iceBreakerResultsWithout } from './ice-breaker.rules.ts';
import type { IceBreakerResults } from './ice-breaker.ts';
import { meetingPoint, meetingPointResultsWithout } from './meeting-point.rules.ts';
import type { MeetingPointResults } from './meeting-point.ts';
import type { MiniAppResult } from './mini-app-kit.ts';
import { poll, pollResultsWithout } from './poll.rules.ts';
import type { PollResults } from './poll.ts';
import { quiz, quizResultsWithout, quizText } from './quiz.rules.ts';
import type { QuizResults } from './quiz.ts';

export function peopleIn({ results }: MiniAppResult): string[] {
  const { participants } = results as { participants?: readonly { id: string }[] };
  return (participants ?? []).map(({ id }) => id);
}

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
