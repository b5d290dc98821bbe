import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
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

/**
 * What is told of while a query is being answered for the first time may not be in that answer, and the library does
 * not ask again until there is one. So it is asked again then.
 */
class AskingClient extends QueryClient {
  readonly #waiting = new Map<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const beingAnswered = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    const asking = super.invalidateQueries(filters, options);
    await Promise.all([asking, ...beingAnswered.map((query) => this.#askAfterAnswer(query, options))]);
  }

  #askAfterAnswer(query: Query, options?: InvalidateOptions): Promise<void> {
    const known = this.#waiting.get(query);
    if (known) return known;
    // Asks nothing new while the first answer is awaited, and waits until it has been taken over.
    const asked = query.fetch().then(
      () => {
        this.#waiting.delete(query);
        return super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
      },
      // Who could not be answered at all is asked for by somebody else, or anew.
      () => void this.#waiting.delete(query),
    );
    this.#waiting.set(query, asked);
    return asked;
  }
}

export function createQueryClient(): QueryClient {
  return new AskingClient({
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
