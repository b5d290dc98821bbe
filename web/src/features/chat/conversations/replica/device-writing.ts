import type { QueryClient } from '@tanstack/react-query';
import { blocksOf, onBlocksChanged } from '#features/people/blocks/blocks.api.ts';
import { stored as deviceEntries, isRecord, json, readStored, writePersonal } from '#platform/storage.ts';
import { currentTime } from '#platform/time.ts';
import { keptMessages } from '../waiting-messages.ts';
import {
  fromDevice,
  kept,
  newestOf,
  type PrivateListItem,
  type PrivateMessage,
  type PrivateState,
  toDevice,
  withBlocks,
} from './device-copy.ts';
import { type Gone, goneIn, goneOnDevice, keepGone, withAllGone } from './gone.ts';
import { toBeSent } from './own.ts';
import { emptyReplica, type Replica } from './replica.ts';
import { replicaOf } from './replica-store.ts';

/** After a change a tab writes it down this much later, many changes at once. */
const gather_ms = 1000;

const isState = (value: unknown): value is PrivateState =>
  isRecord(value) &&
  Array.isArray(value.items) &&
  value.items.every((item) => isRecord(item) && isRecord(item.conversation)) &&
  Array.isArray(value.messages) &&
  value.messages.every((message) => isRecord(message) && typeof message.id === 'string');

const entryOf = (userId: string) => json(`dazi.private.${userId}`, isState);

const emptyState: PrivateState = { items: [], messages: [] };

/**
 * Without what the numbers say is gone. What has no number goes with the first that says so. Of a message whose words became
 * others its place is left, so that these find it.
 */
export function withoutGone(state: PrivateState, gone: Gone): PrivateState {
  const isThere = (conversationId: string, { sequence, change = 0 }: PrivateMessage, asOf: number) => {
    const { upTo, before, changed } = goneIn(gone, conversationId);
    const followed = Math.max(change, asOf);
    if (followed < before) return false;
    if (sequence === undefined) return upTo === 0 && Math.max(0, ...changed.values()) <= followed;
    return sequence > upTo;
  };
  const isSaid = (conversationId: string, { sequence = 0, change = 0 }: PrivateMessage, asOf: number) =>
    (goneIn(gone, conversationId).changed.get(sequence) ?? 0) <= Math.max(change, asOf);
  const isLeft = (id: string, message: PrivateMessage, asOf: number) =>
    isThere(id, message, asOf) && isSaid(id, message, asOf);
  const messages = state.messages.flatMap((one) => {
    const { conversationId: id } = one;
    const asOf = state.changes?.[id] ?? 0;
    if (!one.isDelivered) return one;
    if (!isThere(id, one, asOf)) return [];
    return isSaid(id, one, asOf) ? one : withoutWords(one);
  });
  const items = state.items.flatMap((item) => {
    const { id, lastSequence = 0 } = item.conversation;
    const { upTo } = goneIn(gone, id);
    if (upTo > 0 && lastSequence <= upTo) return [];
    const { lastMessage } = item;
    const isWithout = !lastMessage || (!lastMessage.isDeleted && isLeft(id, lastMessage, 0));
    return isWithout ? item : { ...item, lastMessage: newestOf(messages, id) };
  });
  const ids = new Set(items.map(({ conversation }) => conversation.id));
  return {
    ...state,
    items,
    messages: messages.filter((one) => !one.isDelivered || ids.has(one.conversationId)),
  };
}

const withoutWords = (one: PrivateMessage): PrivateMessage => ({
  ...one,
  content: '',
  isDeleted: true,
  media: [],
});

/** Without what the server says there is no more, or nothing of it to be seen. */
function withoutUnkept(stored: PrivateState, own: PrivateState, state: Replica): PrivateState {
  const ownIds = new Set(own.items.map(({ conversation }) => conversation.id));
  const items = stored.items.filter(({ conversation: { id, lastSequence = 0 } }) => {
    const record = state.conversations.get(id);
    const isAnswered = record?.origin === 'server' && record.base.lastSequence >= lastSequence;
    return ownIds.has(id) || !isAnswered;
  });
  const left = new Set(items.map(({ conversation }) => conversation.id));
  return { ...stored, items, messages: stored.messages.filter((one) => left.has(one.conversationId)) };
}

/**
 * Of what this tab knows that which it did not write down before: the rest may be told of better by other tabs, which may
 * also know that it is gone.
 */
function sinceWritten(own: PrivateState, state: Replica, written: Replica): PrivateState {
  const waits = new Set(own.messages.flatMap((one) => (one.isDelivered ? [] : one.conversationId)));
  const isNew = (id: string) =>
    waits.has(id) ||
    state.conversations.get(id) !== written.conversations.get(id) ||
    state.logs.get(id) !== written.logs.get(id);
  return {
    ...own,
    items: own.items.filter(({ conversation }) => isNew(conversation.id)),
    messages: own.messages.filter((one) => !one.isDelivered || isNew(one.conversationId)),
  };
}

/** What one tab knows and what storage holds: of each the part whose numbers are higher. */
export function joined(own: PrivateState, stored: PrivateState, now: string): PrivateState {
  const known = new Map(stored.items.map((item) => [item.conversation.id, item]));
  const mine = new Set(own.items.map(({ conversation }) => conversation.id));
  const items = [
    ...own.items.map((item) => joinedItem(item, known.get(item.conversation.id))),
    ...stored.items.filter(({ conversation }) => !mine.has(conversation.id)),
  ]
    .sort((a, b) => b.lastActivity.localeCompare(a.lastActivity))
    .slice(0, kept.conversations);
  const logs = items.map(({ conversation: { id } }) => ({
    id,
    log: joinedLog(logIn(own, id), logIn(stored, id), now),
  }));
  const said = logs.flatMap(({ log }) => log?.messages ?? []);
  const arrived = new Set(said.map(({ id }) => id));
  return {
    items: items.map((item) => ({ ...item, lastMessage: lastIn(item, said) })),
    messages: [...said, ...own.messages.filter((one) => !one.isDelivered && !arrived.has(one.id))],
    changes: Object.fromEntries(logs.flatMap(({ id, log }) => (log ? [[id, log.change]] : []))),
  };
}

function joinedItem(own: PrivateListItem, stored: PrivateListItem | undefined): PrivateListItem {
  if (!stored) return own;
  const { lastSequence = 0, readSequence = 0 } = own.conversation;
  const { lastSequence: theirs = 0, readSequence: readThere = 0 } = stored.conversation;
  const isStoredLater = theirs > lastSequence || (theirs === lastSequence && readThere > readSequence);
  const [later, earlier] = isStoredLater ? [stored, own] : [own, stored];
  const isSame = later.lastMessage?.sequence === earlier.lastMessage?.sequence;
  const isNewerThere = isSame && (earlier.lastMessage?.change ?? 0) > (later.lastMessage?.change ?? 0);
  const item = isNewerThere ? { ...later, lastMessage: earlier.lastMessage } : later;
  const { change = 0 } = stored.conversation;
  const isCountedThere =
    theirs === lastSequence && readThere === readSequence && change > (own.conversation.change ?? 0);
  if (!isCountedThere) return item;
  return { ...item, conversation: { ...item.conversation, change }, unreadCount: stored.unreadCount };
}

/** What was said may be known better than by the list: a row shows nothing that was taken back. */
function lastIn(
  { conversation: { id }, lastMessage }: PrivateListItem,
  said: readonly PrivateMessage[],
): PrivateMessage | null {
  const { sequence, change = 0 } = lastMessage ?? {};
  const known = sequence && said.find((one) => one.conversationId === id && one.sequence === sequence);
  const last = known && (known.change ?? 0) > change ? known : lastMessage;
  return last?.isDeleted ? newestOf(said, id) : last;
}

interface KeptLog {
  messages: readonly PrivateMessage[];
  change: number;
}

function logIn({ messages, changes }: PrivateState, id: string): KeptLog | null {
  const own = messages.filter((one) => one.conversationId === id && one.isDelivered);
  return own.length === 0 ? null : { messages: own, change: changes?.[id] ?? 0 };
}

const numberOf = ({ sequence = 0 }: PrivateMessage) => sequence;

/** The one that followed further says what there is; the other one adds what was said after it. */
function joinedLog(own: KeptLog | null, stored: KeptLog | null, now: string): KeptLog | null {
  if (!own || !stored) return own ?? stored;
  if (stored.messages.some(({ sequence }) => sequence === undefined)) return own;
  const [later, earlier] = stored.change > own.change ? [stored, own] : [own, stored];
  const isSame = later.change === earlier.change;
  const first = numberOf(later.messages[0]!);
  const joinsOn = numberOf(earlier.messages.at(-1)!) >= first - 1;
  const end = numberOf(later.messages.at(-1)!);
  const added = earlier.messages.filter(
    (one) => numberOf(one) > end || (isSame && joinsOn && numberOf(one) < first),
  );
  const others = new Map([...own.messages, ...stored.messages].map((one) => [numberOf(one), one]));
  const before = new Map(stored.messages.map((one) => [numberOf(one), one]));
  const messages = [...later.messages, ...added]
    .map((one) => {
      const other = others.get(numberOf(one));
      return other && (other.change ?? 0) > (one.change ?? 0) ? other : one;
    })
    .map((one) => withReading(one, before.get(numberOf(one)), now))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .slice(-kept.messages);
  return { messages, change: added.length > 0 ? earlier.change : later.change };
}

/** It was read once, at one time. */
function withReading(one: PrivateMessage, before: PrivateMessage | undefined, now: string): PrivateMessage {
  if (!before) return one;
  const isReadNow = one.isRead && !before.isRead;
  return {
    ...one,
    isRead: one.isRead || before.isRead,
    readAt: before.readAt ?? (isReadNow ? now : null),
    deliveredAt: before.deliveredAt ?? one.deliveredAt,
  };
}

/** Puts what this device has of private conversations where the page knows nothing of them. */
export function restore(client: QueryClient, userId: string): void {
  const stored = readStored(entryOf(userId));
  if (!stored) return;
  const replica = replicaOf(client);
  const gone = withAllGone(goneOnDevice(userId), replica.state().gone);
  const left = withBlocks(withoutGone(stored, gone), userId, blocksOf(userId));
  replica.dispatch({ kind: 'restored', kept: fromDevice(left, userId) });
}

/** Of groups nothing is on the device that could go; what is not known yet may be private. */
const sessionBegan = () => readStored(deviceEntries.authTimestamp);

const ofPairs = ({ gone, conversations }: Replica) =>
  [...gone].filter(([id]) => conversations.get(id)?.base.isPrivate !== false);

const waitsPrivately = (own: Replica['own']): boolean =>
  toBeSent(own).some(({ receiverId }) => receiverId !== null);

/**
 * Writes down what the page knows of private conversations: a little after it changed, when the page goes, and at once
 * what must go. Every tab writes, and joins what it has with what the others wrote.
 */
export class DeviceWriting {
  readonly #userId: string;
  readonly #session = sessionBegan();
  readonly #state: () => Replica;
  readonly #ends: (() => void)[];
  #heard: Replica;
  readonly #restored = new Set<string>();
  /** What storage knows of this tab. */
  #written: Replica;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, userId: string) {
    const replica = replicaOf(client);
    this.#userId = userId;
    this.#state = replica.state;
    this.#heard = replica.state();
    this.#written = emptyReplica;
    window.addEventListener('pagehide', this.#write);
    this.#ends = [
      replica.subscribe(() => this.#hear()),
      onBlocksChanged(this.#write),
      () => window.removeEventListener('pagehide', this.#write),
    ];
  }

  close(): void {
    for (const end of this.#ends) end();
    clearTimeout(this.#gathering);
  }

  #hear(): void {
    const state = this.#state();
    const { gone, own } = this.#heard;
    this.#heard = state;
    this.#takeRestored(state);
    const isGone = ofPairs(state).some(([id, one]) => gone.get(id) !== one);
    const isWritten = own !== state.own && [own, state.own].some(waitsPrivately);
    if (isGone || isWritten) this.#write();
    else this.#gathering ??= setTimeout(this.#write, gather_ms);
  }

  /** What came from storage is nothing new to it. */
  #takeRestored(state: Replica): void {
    const isFirst = (id: string) => !this.#restored.has(id);
    const rows = [...state.conversations].filter(([id, { origin }]) => origin === 'device' && isFirst(id));
    if (rows.length === 0) return;
    const conversations = new Map([...this.#written.conversations, ...rows]);
    const logs = new Map(this.#written.logs);
    for (const [id] of rows) {
      this.#restored.add(id);
      const log = state.logs.get(id);
      if (log) logs.set(id, log);
    }
    this.#written = { ...this.#written, conversations, logs };
  }

  readonly #write = () => {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    // Its person left while it slept, and is back: what it knows is from before that, and so is what it was told.
    if (sessionBegan() !== this.#session) return;
    const state = this.#state();
    const userId = this.#userId;
    const gone = keepGone(userId, new Map(ofPairs(state)));
    const entry = entryOf(userId);
    const before = readStored(entry);
    const known = toDevice(state, userId, keptMessages(userId));
    const stored = withoutUnkept(before ?? emptyState, known, state);
    const own = sinceWritten(known, state, this.#written);
    this.#written = state;
    const now = new Date(currentTime()).toISOString();
    const all = joined(withoutGone(own, gone), withoutGone(stored, gone), now);
    const next = withBlocks(all, userId, blocksOf(userId));
    const isEmpty = next.items.length === 0 && next.messages.length === 0;
    if (before ? entry.format(next) === entry.format(before) : isEmpty) return;
    // Where storage does not take the new, the old is gone all the same.
    writePersonal(userId, entry, null);
    if (isEmpty) return;
    writePersonal(userId, entry, next);
    if (readStored(entry) === null) this.#written = emptyReplica;
  };
}
