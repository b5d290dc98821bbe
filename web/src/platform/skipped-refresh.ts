import { useState } from 'react';
import { ApiError } from '#platform/api.ts';

/** When nothing was said of it. */
const wait_ms = 5000;

const isTooMany = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/**
 * How often a query asks by itself: after too many requests when the server wants to be asked again, otherwise after
 * `interval` milliseconds, or not at all.
 */
export const askedAgain =
  (interval: number | false) =>
  ({ state: { error } }: { state: { error: Error | null } }): number | false =>
    isTooMany(error)
      ? error.retryAfter === null
        ? wait_ms
        : Math.max(1, error.retryAfter) * 1000
      : interval;

/**
 * What a query shows that asks another question as somebody looks around: too many requests only skip a refresh, and
 * what was shown stays.
 */
export function useLastShown<Data>({ data, error }: { data: Data | undefined; error: Error | null }) {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? (isTooMany(error) ? last : undefined);
}
