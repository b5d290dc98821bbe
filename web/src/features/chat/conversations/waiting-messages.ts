import { isRecord, readStored, words, writePersonal } from '#platform/storage.ts';
import type { OwnMessage } from './replica/own.ts';

/** What outlives the page of a message, in the order in which storage has it. */
const lasting = [
  'clientId',
  'userId',
  'receiverId',
  'conversationId',
  'content',
  'type',
  'replyToId',
  'createdAt',
] as const satisfies (keyof OwnMessage)[];

type Lasting = Pick<OwnMessage, (typeof lasting)[number]> & {
  /** Among those of the same moment. */
  place: number;
};

const texts = ['clientId', 'userId', 'conversationId', 'content', 'type', 'createdAt'] as const;
const isLasting = (value: unknown): value is Lasting =>
  isRecord(value) &&
  texts.every((name) => typeof value[name] === 'string') &&
  typeof value.place === 'number';

const entryOf = (userId: string, clientId: string) => words(userId, `waiting.${clientId}`, isLasting);

let places = 0;

/** A key for each message: of a list that two tabs change at once, one would bring back what the other has taken away. */
export function keepMessage(message: OwnMessage): void {
  const entry = entryOf(message.userId, message.clientId);
  const kept = Object.fromEntries(lasting.map((name) => [name, message[name]])) as unknown as Lasting;
  writePersonal(message.userId, entry, { ...kept, place: places++ });
}

export function forgetMessage(userId: string, clientId: string): void {
  writePersonal(userId, entryOf(userId, clientId), null);
}

/** Whether it still waits, whichever tab has changed that. */
export const isKept = (userId: string, clientId: string): boolean =>
  readStored(entryOf(userId, clientId)) !== null;

/** What waits of one person, as it was written. */
export function keptMessages(userId: string): OwnMessage[] {
  return namesOnDevice((clientId) => entryOf(userId, clientId))
    .flatMap((clientId) => readStored(entryOf(userId, clientId)) ?? [])
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.place - b.place)
    .map(({ place: _place, ...message }) => ({ ...message, replyTo: null, preview: null, state: 'waiting' }));
}

/** Of entries that each have a name in their key the names of those that are kept. */
export function namesOnDevice(entryNamed: (name: string) => { key: string }): string[] {
  const [prefix, suffix] = entryNamed('|').key.split('|') as [string, string];
  return keysOnDevice()
    .filter((key) => key.startsWith(prefix) && key.endsWith(suffix))
    .map((key) => key.slice(prefix.length, -suffix.length));
}

function keysOnDevice(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Storage is forbidden: nothing is kept.
    return [];
  }
}
