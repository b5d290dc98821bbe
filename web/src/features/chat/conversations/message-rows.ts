import type { Message, Reader } from '@dazi/contract/chat/conversations';
import { type ConversationLog, type Numbered, reachesBackTo } from './conversation-log.ts';
import type { OwnMessage } from './replica/own.ts';
import { dayOf } from './time-label.ts';

/** Messages of one person stand together while less than this lies between them. */
export const groupWindow_ms = 5 * 60 * 1000;

interface Grouped {
  /** First and last of what one person said in one go. */
  isFirst: boolean;
  isLast: boolean;
}

export type MessageRow =
  | { kind: 'day'; key: string; instant: string }
  | { kind: 'unread'; key: string; count: number }
  /** Somebody came, went, or something was changed. */
  | { kind: 'line'; key: string; message: Numbered }
  | { kind: 'request'; key: string; message: Message }
  /** What came of a mini app. */
  | { kind: 'result'; key: string; message: Numbered }
  | ({ kind: 'message'; key: string; message: Numbered } & Grouped)
  /** Pictures that were sent together. */
  | ({ kind: 'album'; key: string; messages: readonly Numbered[] } & Grouped)
  | ({ kind: 'outgoing'; key: string; message: OwnMessage } & Grouped);

interface RowsInput {
  messages: readonly Numbered[];
  /** There are messages before these. */
  hasOlder: boolean;
  cards: readonly Message[];
  /** What is on its way, and in no log. */
  outgoing: readonly OwnMessage[];
  myId: string;
  /** Everything up to here was read when the conversation was opened; null shows no divider. */
  readSequence: number | null;
}

const isLine = ({ type }: Message) => type === 'SYSTEM' || type === 'JOIN' || type === 'LEAVE';

/** The same for a message on its way and when it has arrived, so that nothing is drawn anew. */
const keyOf = ({ clientId, senderId, id }: Message, myId: string) =>
  clientId !== null && senderId === myId ? clientId : id;

const joinsAlbum = (message: Message) =>
  message.type === 'IMAGE' &&
  message.media !== null &&
  !message.isDeleted &&
  !message.folded &&
  message.replyTo === null &&
  Object.keys(message.reactions).length === 0;

export const countsAsUnread = (message: Message, myId: string) =>
  message.senderId !== myId && !isLine(message) && !message.isDeleted && !message.folded;

/** What stands above a message goes up when older ones come in between. */
export const keepsPlace = ({ kind }: MessageRow) => kind !== 'day' && kind !== 'unread' && kind !== 'request';

/** So many messages of others come after a number; of what is not here the kind is not known. */
export function unseenIn(log: ConversationLog, seen: number, myId: string): number {
  const held = log.messages.filter((message) => message.sequence > seen && countsAsUnread(message, myId));
  return held.length + Math.max(0, log.lastSequence - Math.max(seen, log.end));
}

/** The number up to which somebody has seen everything who has come to a row. */
export function sequenceOf(row: MessageRow): number {
  if (row.kind === 'album') return row.messages.at(-1)!.sequence;
  return row.kind === 'message' || row.kind === 'line' || row.kind === 'result' ? row.message.sequence : 0;
}

export function rowsOf(input: RowsInput): MessageRow[] {
  const { messages, hasOlder, cards, outgoing, myId, readSequence } = input;
  const rows: MessageRow[] = [];
  let day = '';
  const beginDay = (instant: string) => {
    const next = dayOf(instant);
    if (next === day) return;
    day = next;
    rows.push({ kind: 'day', key: `day ${next}`, instant });
  };
  // The first new message may stand before these: then the divider waits for it.
  let isDivided = readSequence === null || !reachesBackTo({ messages, hasOlder }, readSequence + 1);
  const waitingCards = cards.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));

  for (const message of messages) {
    while (waitingCards[0] && waitingCards[0].createdAt <= message.createdAt) {
      addCard(waitingCards.shift()!);
    }
    beginDay(message.createdAt);
    if (!isDivided && message.sequence > readSequence! && countsAsUnread(message, myId)) {
      isDivided = true;
      const count = messages.filter(
        (one) => one.sequence >= message.sequence && countsAsUnread(one, myId),
      ).length;
      rows.push({ kind: 'unread', key: 'unread', count });
    }
    const key = keyOf(message, myId);
    const isResult = message.type === 'MINI_APP_RESULT';
    // A result goes with its app: nothing is left of it to be shown.
    if (isLine(message) || (isResult && message.isDeleted)) rows.push({ kind: 'line', key, message });
    else if (isResult) rows.push({ kind: 'result', key, message });
    else addBubble(message, key);
  }
  for (const card of waitingCards) addCard(card);
  for (const message of outgoing) {
    beginDay(message.createdAt);
    rows.push({ kind: 'outgoing', key: message.clientId, message, isFirst: true, isLast: true });
  }
  return grouped(rows, myId);

  function addCard(message: Message) {
    beginDay(message.createdAt);
    rows.push({ kind: 'request', key: message.id, message });
  }
  function addBubble(message: Numbered, key: string) {
    const last = rows.at(-1);
    const before =
      last?.kind === 'album' ? last.messages.at(-1) : last?.kind === 'message' ? last.message : null;
    const isTogether = before && joinsAlbum(before) && joinsAlbum(message) && isOneGo(before, message);
    if (isTogether && last?.kind === 'album') {
      rows[rows.length - 1] = { ...last, messages: [...last.messages, message] };
    } else if (isTogether && last?.kind === 'message') {
      const messages = [last.message, message];
      rows[rows.length - 1] = { kind: 'album', key: last.key, messages, isFirst: true, isLast: true };
    } else rows.push({ kind: 'message', key, message, isFirst: true, isLast: true });
  }
}

interface Said {
  senderId: string | null;
  createdAt: string;
}

/** One person, without a break. */
const isOneGo = (before: Said, after: Said) =>
  before.senderId !== null &&
  before.senderId === after.senderId &&
  Date.parse(after.createdAt) - Date.parse(before.createdAt) < groupWindow_ms;

function saidBy(row: MessageRow | undefined, myId: string, end: 'first' | 'last'): Said | null {
  if (row?.kind === 'message') return row.message;
  if (row?.kind === 'album') return row.messages.at(end === 'first' ? 0 : -1)!;
  if (row?.kind === 'outgoing') return { senderId: myId, createdAt: row.message.createdAt };
  return null;
}

function grouped(rows: readonly MessageRow[], myId: string): MessageRow[] {
  const joins = (index: number) => {
    const before = saidBy(rows[index - 1], myId, 'last');
    const after = saidBy(rows[index], myId, 'first');
    return before !== null && after !== null && isOneGo(before, after);
  };
  return rows.map((row, index) =>
    row.kind === 'message' || row.kind === 'album' || row.kind === 'outgoing'
      ? { ...row, isFirst: !joins(index), isLast: !joins(index + 1) }
      : row,
  );
}

/** Of the own: somebody else has read up to here. */
export const isReadByOthers = (message: Numbered, readers: readonly Reader[], myId: string): boolean =>
  message.isRead || readers.some(({ userId, sequence }) => userId !== myId && sequence >= message.sequence);
