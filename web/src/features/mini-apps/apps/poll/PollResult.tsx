import type { PollResults } from '@dazi/contract/mini-apps/poll';
import type { ResultViewProps } from '../../app-kind.ts';
import { PollBars } from './PollBars.tsx';

export function PollResult({ result, userId }: ResultViewProps) {
  const { counts, voters, participants } = result.results as unknown as PollResults;
  const own = participants.find(({ id }) => id === userId)?.answers ?? [];
  return <PollBars counts={counts} voters={voters} own={own} />;
}
