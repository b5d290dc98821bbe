import { localId } from '#platform/local-id.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

interface Sent {
  said: string;
  clientId: string;
}

const isSent = (value: unknown): value is Sent =>
  isRecord(value) && typeof value.said === 'string' && typeof value.clientId === 'string';

const sent = new PersonalStore(
  'sent',
  (value): value is Record<string, Sent> => isRecord(value) && Object.values(value).every(isSent),
  { outlives: true },
);

/** Whoever has so many forms open whose answers were lost loses the oldest id. */
const mostKept = 10;

/** The same for the same words as long as the server has not said that it has them. */
function clientIdOf(userId: string, form: string, said: string): string {
  const known = sent.latest(userId)?.[form];
  if (known?.said === said) return known.clientId;
  const clientId = localId();
  sent.change(userId, (before) => {
    const { [form]: _, ...others } = before ?? {};
    return Object.fromEntries(Object.entries({ ...others, [form]: { said, clientId } }).slice(-mostKept));
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
  const result = await send(clientIdOf(userId, form, JSON.stringify(said)));
  forget(userId, form);
  return result;
}
