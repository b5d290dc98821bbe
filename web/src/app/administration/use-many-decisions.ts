import type { User } from '@dazi/contract/identity/identity';
import { useState } from 'react';
import type { Account } from '#features/administration/administration.api.ts';
import { useDecide } from '#features/moderation/decisions.api.ts';
import type { Until } from '#features/moderation/until.ts';
import { useErrorText } from '#platform/error-text.ts';

export const manyActions = ['suspend', 'limit', 'close'] as const;
export type ManyAction = (typeof manyActions)[number];

interface Outcome {
  decided: readonly Account[];
  refused: readonly { account: Account; text: string }[];
}
type State = Outcome & { kind: 'idle' | 'busy' | 'done' };

interface Decided {
  action: ManyAction;
  rule: number;
  reason: string;
  /** Null for what has no end. */
  until: Until | null;
  /** What was reported of them goes, too; that it was reported is settled in any case. */
  remove: boolean;
}

/** Decides about one after the other, each as if it were the only one; goes on after a refusal. */
export function useManyDecisions(user: User) {
  const decide = useDecide();
  const errorText = useErrorText();
  const [state, setState] = useState<State>({ kind: 'idle', decided: [], refused: [] });
  const run = async (people: readonly Account[], { until, ...rest }: Decided): Promise<Outcome> => {
    let outcome: Outcome = { decided: state.decided, refused: [] };
    const left = people.filter(({ id }) => !outcome.decided.some((account) => account.id === id));
    const end = until === null ? {} : { lasts: until };
    for (const account of left) {
      setState({ kind: 'busy', ...outcome });
      try {
        const about = { userId: user.id, personId: account.id, settleOpen: true };
        await decide.mutateAsync({ ...about, ...rest, ...end });
        outcome = { ...outcome, decided: [...outcome.decided, account] };
      } catch (error) {
        outcome = { ...outcome, refused: [...outcome.refused, { account, text: errorText(error) }] };
      }
    }
    setState({ kind: 'done', ...outcome });
    return outcome;
  };
  return { run, state };
}
