import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { replaceEqualDeep } from '@tanstack/react-query';

/** Questions and changes are numbered in the order in which this page asked and made them. */
export type Stamp = number;

export interface ConversationRecord {
  readonly base: Conversation;
  /** As this device kept it, until the server has answered: only that says what one may do there. */
  readonly origin: 'server' | 'device';
  /** The change up to which the words of the last message are those of the server. */
  readonly wordsAt: number;
  /** The latest question whose answer is in. */
  readonly asked: Stamp;
  /** What was changed here since it was asked for; an answer to an earlier question says nothing of it. */
  readonly touched: ReadonlyMap<keyof Conversation, Stamp>;
  /** Up to this number the server has counted what is unread, and what was told of that comes after it. */
  readonly countedUpTo: number;
  readonly uncounted: readonly Uncounted[];
}

interface Uncounted {
  readonly sequence: number;
  readonly isUnread: boolean;
  readonly mentionsMe: boolean;
}

/** What was said last belongs together; the number says of which answer it is. */
const saidFields = [
  'lastSequence',
  'lastMessage',
  'lastMessageAt',
  'messagesUntilAccepted',
] as const satisfies (keyof Conversation)[];

/** How many are unread no numbers say: what is taken back counts no more. The server counts anew, as of a change. */
const countFields = ['unreadCount', 'mentionsMe', 'change'] as const satisfies (keyof Conversation)[];

/** The last message is none that was taken out of the own list. */
export function withoutHidden(record: ConversationRecord, upTo: number): ConversationRecord {
  const { lastMessage } = record.base;
  if (!lastMessage || lastMessage.sequence > upTo) return record;
  return { ...record, base: { ...record.base, lastMessage: null } };
}

/**
 * Numbers that only grow decide of what was said and read; of all else the answer that was asked for later, unless it was
 * changed here after that.
 */
export function merged(record: ConversationRecord, answer: Conversation, asked: Stamp): ConversationRecord {
  const { base, touched } = record;
  const isLater = asked >= record.asked;
  const next = isLater ? { ...answer, ...later(base, touched, asked) } : { ...base };
  const knowsMore = answer.lastSequence > base.lastSequence;
  // The last message may be told late, when its writer is kept away already.
  const knowsAsMuch = isLater && answer.lastSequence === base.lastSequence;
  if (knowsMore || knowsAsMuch) Object.assign(next, pick(answer, saidFields));
  else if (answer.lastSequence < base.lastSequence) Object.assign(next, pick(base, saidFields));
  next.readSequence = Math.max(base.readSequence, answer.readSequence);
  const isCounted = knowsMore || (isLater && (touched.get('unreadCount') ?? 0) <= asked);
  const counted = isCounted ? countedIn(answer, record.uncounted) : record;
  Object.assign(
    next,
    isCounted ? withUncounted(answer, next.readSequence, counted.uncounted) : pick(base, countFields),
  );
  // Of two answers about one message the words that are later.
  const isSame = base.lastMessage && next.lastMessage?.sequence === base.lastMessage.sequence;
  if (isSame && record.wordsAt > answer.change) next.lastMessage = base.lastMessage;
  const wordsAt = next.lastMessage === base.lastMessage ? record.wordsAt : answer.change;
  const isOnline = base.otherParticipant?.isOnline ?? false;
  if (isLater && answer.otherParticipant && next.otherParticipant === base.otherParticipant) {
    // Of the other one a page is told only whether they are there.
    next.otherParticipant = { ...answer.otherParticipant, isOnline };
  }
  if (base.memberCount === answer.memberCount && !touched.has('members')) {
    next.members = isLater
      ? together(answer.members, base.members, answer.memberCount)
      : together(base.members, answer.members, answer.memberCount);
  }
  const equal = replaceEqualDeep(base, next);
  const isSettled = record.origin === 'server' && wordsAt === record.wordsAt;
  if (equal === base && touched.size === 0 && asked <= record.asked && isSettled) return record;
  return {
    base: equal,
    origin: 'server',
    wordsAt,
    countedUpTo: counted.countedUpTo,
    uncounted: counted.uncounted,
    asked: Math.max(asked, record.asked),
    touched: isLater ? new Map([...touched].filter(([, at]) => at > asked)) : touched,
  };
}

export const countedIn = ({ lastSequence }: Conversation, uncounted: readonly Uncounted[] = []) => ({
  countedUpTo: lastSequence,
  uncounted: uncounted.filter(({ sequence }) => sequence > lastSequence),
});

/** As the server counted, and what it did not know. */
export function withUncounted(
  { unreadCount, mentionsMe, change }: Conversation,
  readSequence: number,
  uncounted: readonly Uncounted[],
): Pick<Conversation, (typeof countFields)[number]> {
  const unread = uncounted.filter(({ sequence, isUnread }) => isUnread && sequence > readSequence);
  return {
    unreadCount: unreadCount + unread.length,
    mentionsMe: mentionsMe || unread.some((one) => one.mentionsMe),
    change,
  };
}

/** A list names fewer members than an open conversation: those come first that the later answer knows. */
function together(
  later: Conversation['members'],
  earlier: Conversation['members'],
  count: number,
): Conversation['members'] {
  const ids = new Set(later.map(({ userId }) => userId));
  return [...later, ...earlier.filter(({ userId }) => !ids.has(userId))].slice(0, count);
}

const later = (
  base: Conversation,
  touched: ReadonlyMap<keyof Conversation, Stamp>,
  asked: Stamp,
): Partial<Conversation> =>
  pick(
    base,
    [...touched].flatMap(([field, at]) => (at > asked ? [field] : [])),
  );

const pick = (from: Conversation, fields: readonly (keyof Conversation)[]): Partial<Conversation> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
