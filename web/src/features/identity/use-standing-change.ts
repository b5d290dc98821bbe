import type { Standing } from '@dazi/contract/identity/standing';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionKey } from '#features/identity/identity.api.ts';
import { isOut } from '#features/identity/session-facts.ts';
import { onStandingRefused } from '#platform/api.ts';
import { restartStream } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';

const longestTimer_ms = 2 ** 31 - 1;
/** The server compares the end with its own clock. */
const afterTheEnd_ms = 1000;

/** Answers depend on how whoever asks stands: what was answered before goes, or is asked for again. */
export function useStandingChange(userId: string | null, { kind, until }: Standing): void {
  const client = useQueryClient();
  const shown = useRef<{ userId: string; kind: Standing['kind'] } | null>(null);
  useEffect(() => {
    const before = shown.current;
    shown.current = userId === null ? null : { userId, kind };
    // Somebody else than before is what `SessionKeeper` sees to.
    if (userId === null || before?.userId !== userId || before.kind === kind) return;
    const filter = { predicate: ({ queryKey }: Query) => queryKey[0] !== sessionKey[0] };
    const isOutNow = isOut({ kind });
    if (isOut(before) === isOutNow) return void client.invalidateQueries(filter);
    if (isOutNow) client.getMutationCache().clear();
    else restartStream();
    void client.cancelQueries(filter).then(() => {
      client.removeQueries({ ...filter, type: 'inactive' });
      return client.resetQueries(filter);
    });
  }, [client, userId, kind]);

  // Refused in between: nothing has told this page yet.
  useEffect(() => {
    if (userId === null) return;
    return onStandingRefused(
      () => void client.invalidateQueries({ queryKey: sessionKey }, { cancelRefetch: false }),
    );
  }, [client, userId]);

  useEffect(() => {
    if (userId === null || until === null) return;
    const left_ms = Date.parse(until) - currentTime() + afterTheEnd_ms;
    if (left_ms <= 0) return;
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: sessionKey }),
      Math.min(longestTimer_ms, left_ms),
    );
    return () => clearTimeout(timer);
  }, [client, userId, until]);
}
