import type { BodyOf, Endpoint, Failure, ParamsOf, QueryOf, SuccessOf } from '@dazi/contract/kernel/endpoint';
import { momentHeader } from '@dazi/contract/live/live.rules';
import { noteMoment } from '#platform/moments.ts';

/** What went wrong with a call. `message` is English; people are shown `errorText` of `error-text.ts`. */
export class ApiError extends Error {
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  /** What HTTP says beside it; newer versions say nothing. */
  readonly statusText: string;
  readonly code: string;
  readonly fields: readonly { path: string; code: string }[];
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | null;

  constructor(
    code: string,
    message: string,
    details: {
      status?: number;
      statusText?: string;
      fields?: ApiError['fields'];
      retryAfter?: number | null;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? 0;
    this.statusText = details.statusText ?? '';
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter ?? null;
  }
}

/** Whether something answered at all, the server or what stands before it. */
export const wasAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0;

/** Parts without a required field may be left out altogether. */
type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & { signal?: AbortSignal };

type OptionalInput<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

type Values = Readonly<Record<string, unknown>>;

export function urlOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

const signInListeners = new Set<() => void>();

/** A call needed somebody who is signed in, and the server knew of nobody. Answers how to stop listening. */
export function onSignInRequired(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

const standingCodes = ['ACCOUNT_LIMITED', 'ACCOUNT_SUSPENDED', 'ACCOUNT_CLOSED'];
const standingListeners = new Set<(code: string) => void>();

/** A call was refused because of how the account stands. Answers how to stop listening. */
export function onStandingRefused(listener: (code: string) => void): () => void {
  standingListeners.add(listener);
  return () => standingListeners.delete(listener);
}

/** Not what something between us and the server says in JSON, too. */
const isOurs = (answer: unknown): answer is Failure | SuccessOf<Endpoint> =>
  typeof (answer as { success?: unknown } | null)?.success === 'boolean';

async function errorOf(response: Response, answer: unknown): Promise<ApiError> {
  const { status, statusText } = response;
  const details = { status, statusText, retryAfter: retryAfterOf(response) };
  if (status === 401) for (const listener of signInListeners) listener();
  if (isOurs(answer) && !answer.success) {
    if (standingCodes.includes(answer.code)) for (const listener of standingListeners) listener(answer.code);
    return new ApiError(answer.code, answer.error, { ...details, fields: answer.fields ?? [] });
  }
  // Something between us and the server answered: a proxy, a captive portal.
  if (response.status === 413) return new ApiError('TOO_LARGE', 'The request is too large', details);
  if (response.status === 429) return new ApiError('TOO_MANY_REQUESTS', 'Too many requests', details);
  if (response.status === 503) return new ApiError('UNAVAILABLE', 'The service is unavailable', details);
  // Nobody has said what went wrong.
  return new ApiError('UNSAID', '', details);
}

/** What a refused answer says, for calls that are not JSON when they succeed. */
export async function refusalOf(response: Response): Promise<ApiError> {
  return errorOf(response, await response.json().catch(() => null));
}

let held: Promise<unknown> | null = null;

/** Calls that begin from now on wait until `end` settles, and are not made where the page is gone by then. */
export function holdCalls(end: Promise<unknown>): void {
  const until = end.then(
    () => {},
    () => {},
  );
  held = until;
  void until.then(() => {
    if (held === until) held = null;
  });
}

/**
 * Makes a call of the contract and gives back the whole envelope: `data` and the fields beside it. The endpoint is
 * named as a type, so that its schemas stay out of the browser; the compiler holds method and path against it.
 * Answers are not validated here; the server's tests hold them to the contract.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[input]: OptionalInput<E>
): Promise<SuccessOf<E>> {
  const { params, query, body, signal } = (input ?? {}) as {
    params?: Values;
    query?: Values;
    body?: Values;
    signal?: AbortSignal;
  };
  const sendsBody = method !== 'GET' && body !== undefined;
  if (held) {
    await held;
    signal?.throwIfAborted();
  }
  const askedAt = performance.now();
  let response: Response;
  try {
    response = await fetch(urlOf(path, params, query), {
      method,
      credentials: 'same-origin',
      headers: sendsBody
        ? { accept: 'application/json', 'content-type': 'application/json' }
        : { accept: 'application/json' },
      ...(sendsBody && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('NETWORK', 'Network error');
  }
  const answer: unknown = await response.json().catch((error) => {
    if (signal?.aborted) throw error;
    return null;
  });
  if (!response.ok || !isOurs(answer) || !answer.success) throw await errorOf(response, answer);
  noteMoment(response.headers.get(momentHeader), askedAt);
  return answer as SuccessOf<E>;
}
