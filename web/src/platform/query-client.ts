import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/api.ts';
import { logFailure } from '#platform/failures.ts';

/** A list asked for again within this time is answered from memory. */
const listFresh_ms = 30_000;
const retries = 3;
const retryDelay_ms = 1000;

/** What the server refuses it refuses again; only lost and broken answers are worth another try. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < retries;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logFailure }),
    mutationCache: new MutationCache({
      // Where a screen reads the server's own text, the log has its name in `meta`.
      onError: (error, _input, _context, { meta }) =>
        logFailure(typeof meta?.failure === 'string' ? new Error(meta.failure, { cause: error }) : error),
    }),
    defaultOptions: {
      queries: {
        staleTime: listFresh_ms,
        refetchOnWindowFocus: false,
        retry: mayRetry,
        retryDelay: retryDelay_ms,
        // Offline, a query fails like any other call, so that the page can say so.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
