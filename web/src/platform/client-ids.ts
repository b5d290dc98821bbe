import { localId } from '#platform/local-id.ts';
import { untilAnswered } from '#platform/lost-answers.ts';
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
