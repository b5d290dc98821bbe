import { ApiError } from '#platform/api.ts';
import { localId } from '#platform/local-id.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

/** Of the words only what tells them from others: they are gone from the device when their form is. */
interface Sent {
  digest: string;
  clientId: string;
}

const isSent = (value: unknown): value is Sent =>
  isRecord(value) && typeof value.digest === 'string' && typeof value.clientId === 'string';

const sent = new PersonalStore(
  'sent',
  (value): value is Record<string, Sent> => isRecord(value) && Object.values(value).every(isSent),
  { outlives: true },
);

/** Whoever has so many forms open whose answers were lost loses the oldest id. */
const mostKept = 10;

/** Two FNV-1a hashes of different primes and the length: no two texts that somebody writes in one form are equal in all. */
function digestOf(said: string): string {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < said.length; at++) {
    const code = said.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return [first >>> 0, second >>> 0, said.length].map((part) => part.toString(36)).join('.');
}

/** The same for the same words as long as the server has not said that it has them. */
function clientIdOf(userId: string, form: string, said: string): string {
  const digest = digestOf(said);
  const known = sent.latest(userId)?.[form];
  if (known?.digest === digest) return known.clientId;
  const clientId = localId();
  sent.change(userId, (before) => {
    const { [form]: _, ...others } = before ?? {};
    return Object.fromEntries(Object.entries({ ...others, [form]: { digest, clientId } }).slice(-mostKept));
  });
  return clientId;
}

function forget(userId: string, form: string): void {
  sent.change(userId, (before) => {
    if (before?.[form] === undefined) return before;
    const { [form]: _, ...others } = before;
    return Object.keys(others).length === 0 ? null : others;
  });
}

/** So long after a try that nothing answered comes the next one. */
const nextTryAfter_ms = [500, 1500];

/** Nobody has said what became of it, and may be asked: the device has a network. */
export const isAnswerLost = (error: unknown): boolean =>
  error instanceof ApiError && ['NETWORK', 'UNSAID'].includes(error.code) && navigator.onLine;

/**
 * Sends what the server does once however often it comes. Where no answer came nobody knows whether it did, so it is sent
 * again, before somebody changes the words and sends others as well; a device that knows of no network does not try.
 * Errors are those of the last try.
 */
export async function untilAnswered<Result>(send: () => Promise<Result>): Promise<Result> {
  for (const wait_ms of nextTryAfter_ms) {
    try {
      return await send();
    } catch (error) {
      if (!isAnswerLost(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
  return send();
}

/**
 * Sends what stands in a form under an id that the server knows again: when the answer was lost, on a page that was loaded
 * anew, too, the same words sent once more are the same thing. `said` is all that makes it another one. Errors are those of
 * `send`.
 */
export async function sendOnce<Result>(
  userId: string,
  form: string,
  said: unknown,
  send: (clientId: string) => Promise<Result>,
): Promise<Result> {
  const clientId = clientIdOf(userId, form, JSON.stringify(said));
  const result = await untilAnswered(() => send(clientId));
  forget(userId, form);
  return result;
}
