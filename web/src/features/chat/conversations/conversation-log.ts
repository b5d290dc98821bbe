import type { ConversationChange } from '@dazi/contract/chat/conversation-events';
import type { Message } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';

/** A message with a number; cards of join requests have none. */
export type Numbered = Message & { sequence: number };

type Quote = NonNullable<Message['replyTo']>;

/**
 * What this device holds of a conversation: one stretch of its log without gaps, and how far the log goes.
 * Old state and events give the state that would be fetched anew; a test holds it to that.
 */
export interface ConversationLog {
  readonly messages: readonly Numbered[];
  /** Requests that wait, shown to the owner among the messages by their time. */
  readonly cards: readonly Message[];
  /** Arrived before those in front of them. */
  readonly early: readonly Numbered[];
  /** The stretch ends here; without messages it is where the next one goes on. */
  readonly end: number;
  /** The newest number there is. */
  readonly lastSequence: number;
  /** All changes up to this one are in, and those that came before their turn. */
  readonly change: number;
  readonly earlyChanges: readonly number[];
  /** The latest change there is. */
  readonly lastChange: number;
  readonly hasOlder: boolean;
  /** The reader went to an older place: what is new is fetched when they come back down. */
  readonly isDetached: boolean;
}

/** A page as the server answers it. */
export interface LogPage {
  readonly messages: readonly Message[];
  readonly lastSequence: number;
  readonly change: number;
  readonly hasOlder: boolean;
  /** Everything up to this number was taken out of one's own list; 0 when nothing was. */
  readonly hiddenUpTo: number;
}

const isNumbered = (message: Message): message is Numbered => message.sequence !== null;
const bySequence = (a: Numbered, b: Numbered) => a.sequence - b.sequence;

export function logOf(page: LogPage): ConversationLog {
  const messages = page.messages.filter(isNumbered);
  return {
    messages,
    cards: page.messages.filter((message) => !isNumbered(message)),
    early: [],
    end: messages.at(-1)?.sequence ?? page.lastSequence,
    lastSequence: page.lastSequence,
    change: page.change,
    earlyChanges: [],
    lastChange: page.change,
    hasOlder: page.hasOlder,
    isDetached: false,
  };
}

/** Those already known are replaced, unless what is known is newer. */
function merged(known: readonly Numbered[], more: readonly Message[]): Numbered[] {
  const all = new Map(known.map((message) => [message.sequence, message]));
  for (const message of more.filter(isNumbered)) {
    const before = all.get(message.sequence);
    if (!before || before.change <= message.change) all.set(message.sequence, laterQuote(message, before));
  }
  const messages = [...all.values()].sort(bySequence);
  return requoted(messages, messages);
}

/** Of two answers about one message the quote that knows more. */
const laterQuote = (message: Numbered, before: Numbered | undefined): Numbered =>
  message.replyTo && before?.replyTo && before.replyTo.change > message.replyTo.change
    ? { ...message, replyTo: before.replyTo }
    : message;

/** What is quoted changes with what it quotes: nobody goes on reading there what was taken back. */
function requoted(messages: readonly Numbered[], changed: readonly Message[]): Numbered[] {
  const now = new Map(changed.flatMap((one) => (one.change > 0 ? [[one.sequence, one] as const] : [])));
  return messages.map((message) => {
    const quote = message.replyTo;
    const source = quote ? now.get(quote.sequence) : undefined;
    if (!quote || !source || source.change <= quote.change) return message;
    const { isDeleted, change } = source;
    return { ...message, replyTo: { ...quote, isDeleted, change, content: quotedContent(quote, source) } };
  });
}

/** As the server answers it: of a mini app its title, which stays; nothing of what is gone or folded away. */
function quotedContent(quote: Quote, { content, type, isDeleted, folded }: Message): string {
  if (isDeleted || folded) return '';
  if (type === 'MINI_APP' || type === 'MINI_APP_RESULT') return quote.content;
  return [...content].slice(0, messageLimits.quote).join('');
}

/** Takes in what came early, as far as no number is missing. */
function settled(log: ConversationLog): ConversationLog {
  const waiting = log.early.filter(({ sequence }) => sequence > log.end).sort(bySequence);
  const messages = [...log.messages];
  let { end } = log;
  while (waiting[0]?.sequence === end + 1) {
    const next = waiting.shift()!;
    messages.push(next);
    end = next.sequence;
  }
  const changes = log.earlyChanges.filter((change) => change > log.change).sort((a, b) => a - b);
  let { change } = log;
  while (changes[0] === change + 1) change = changes.shift()!;
  return { ...log, messages, early: waiting, end, change, earlyChanges: changes };
}

/** The newest page was asked for again: what is held stays as far as it joins on. */
export function withNewest(before: ConversationLog, page: LogPage): ConversationLog {
  const log = withHidden(before, page.hiddenUpTo);
  const fresh = logOf(page);
  const first = fresh.messages[0]?.sequence ?? fresh.end + 1;
  const known = {
    ...log,
    cards: fresh.cards,
    lastSequence: Math.max(log.lastSequence, page.lastSequence),
    lastChange: Math.max(log.lastChange, page.change),
  };
  if (log.isDetached) return known;
  // Too much happened in between.
  if (first > log.end + 1) return settled({ ...fresh, early: log.early });
  const isWhole = (log.messages[0]?.sequence ?? first) >= first;
  return settled({
    ...known,
    messages: merged(log.messages, fresh.messages),
    end: Math.max(log.end, fresh.end),
    hasOlder: isWhole ? page.hasOlder : log.hasOlder,
    // Older pages may have changed too; that is asked for on its own.
    change: isWhole ? Math.max(log.change, page.change) : log.change,
  });
}

/** What stands before the stretch; a page that does not join on is of no use. */
export function withOlder(before: ConversationLog, page: LogPage): ConversationLog {
  const log = withHidden(before, page.hiddenUpTo);
  const first = log.messages[0]?.sequence ?? log.end + 1;
  const older = page.messages.filter(isNumbered).filter(({ sequence }) => sequence < first);
  if (older.length > 0 && older.at(-1)!.sequence !== first - 1) return log;
  return {
    ...log,
    messages: merged(older, log.messages),
    hasOlder: page.hasOlder,
    lastSequence: Math.max(log.lastSequence, page.lastSequence),
    lastChange: Math.max(log.lastChange, page.change),
  };
}

/** What follows the stretch; a page that does not join on is of no use. */
export function withNewer(before: ConversationLog, page: LogPage): ConversationLog {
  const log = withHidden(before, page.hiddenUpTo);
  const newer = page.messages.filter(isNumbered).filter(({ sequence }) => sequence > log.end);
  const lastSequence = Math.max(log.lastSequence, page.lastSequence);
  const known = { ...log, lastSequence, lastChange: Math.max(log.lastChange, page.change) };
  if (newer.length > 0 && newer[0]!.sequence !== log.end + 1) return known;
  const end = newer.at(-1)?.sequence ?? log.end;
  return settled({
    ...known,
    messages: merged(log.messages, newer),
    end,
    isDetached: log.isDetached && end < lastSequence,
  });
}

/** The reader went to another place of the log, of which this is the surroundings; what joins on stays. */
export function movedTo(log: ConversationLog, page: LogPage): ConversationLog {
  const moved = logOf(page);
  const first = log.messages[0]?.sequence ?? 0;
  const isJust = (moved.messages[0]?.sequence ?? first) < first && moved.end >= first - 1;
  if (isJust) return withOlder(log, page);
  return {
    ...moved,
    cards: log.cards,
    lastSequence: Math.max(log.lastSequence, page.lastSequence),
    lastChange: Math.max(log.lastChange, page.change),
    isDetached: moved.end < Math.max(log.lastSequence, page.lastSequence),
  };
}

export function withMessage(
  log: ConversationLog,
  sequence: number,
  message: Message | null,
): ConversationLog {
  const lastSequence = Math.max(log.lastSequence, sequence);
  if (sequence <= log.end || log.isDetached || message === null) {
    return lastSequence === log.lastSequence ? log : { ...log, lastSequence };
  }
  return settled({ ...log, lastSequence, early: merged(log.early, [{ ...message, sequence }]) });
}

/** What the server answered to the own sending, editing or reacting: as oneself sees it. */
export function withAnswer(log: ConversationLog, answer: Message): ConversationLog {
  if (answer.sequence === null) return log;
  const { sequence } = answer;
  if (sequence > log.end) return withMessage(log, sequence, answer);
  const messages = log.messages.map((message) =>
    message.sequence === sequence && message.change <= answer.change
      ? laterQuote({ ...answer, sequence }, message)
      : message,
  );
  return { ...log, messages: requoted(messages, [answer]), early: requoted(log.early, [answer]) };
}

type MessageChange = Extract<ConversationChange, { kind: 'message' }>;

/** A message was edited, taken back or reacted to. Frames know nothing of who reads them. */
export function withChange(log: ConversationLog, news: MessageChange, myId: string): ConversationLog {
  const lastChange = Math.max(log.lastChange, news.change);
  const { message } = news;
  if (message === null) return { ...log, lastChange };
  const applied = (before: Numbered): Numbered => {
    if (before.sequence !== news.sequence) return before;
    const mine = news.reaction?.userId === myId ? news.reaction.reactionType : before.myReaction;
    const { isRead, folded } = before;
    const now = { ...message, sequence: news.sequence, isRead, myReaction: mine, folded };
    const seen = laterQuote(now, before);
    // What is folded away stays without its words.
    return folded ? { ...seen, content: before.content, media: before.media } : seen;
  };
  const held = [...log.messages, ...log.early].find(({ sequence }) => sequence === news.sequence);
  // Overtaken by a later one: what it did to the own reaction is asked for.
  if (held && held.change > news.change) return { ...log, lastChange };
  const isKnown = held !== undefined || news.sequence <= log.end;
  const early = requoted(log.early.map(applied), [message]);
  // The change overtook the message itself: what comes later is older than this.
  const ahead = {
    ...message,
    myReaction: news.reaction?.userId === myId ? news.reaction.reactionType : null,
  };
  return settled({
    ...log,
    messages: requoted(log.messages.map(applied), [message]),
    early: isKnown || log.isDetached ? early : merged(early, [ahead]),
    lastSequence: Math.max(log.lastSequence, news.sequence),
    lastChange,
    earlyChanges: news.change > log.change ? [...log.earlyChanges, news.change] : log.earlyChanges,
  });
}

/** Everything that changed since, as it is now. */
export function withChanges(
  log: ConversationLog,
  changed: readonly Message[],
  change: number,
): ConversationLog {
  const now = new Map(changed.filter(isNumbered).map((message) => [message.sequence, message]));
  const messages = log.messages.map((message) => {
    const next = now.get(message.sequence);
    return next && next.change >= message.change ? laterQuote(next, message) : message;
  });
  const early = requoted(log.early, changed);
  return settled({
    ...log,
    messages: requoted(messages, changed),
    early: log.isDetached ? early : merged(early, changed),
    change: Math.max(log.change, change),
    lastChange: Math.max(log.lastChange, change),
  });
}

/** What is held was read again: who is hidden from whom is another now. */
export function withReread(log: ConversationLog, page: readonly Message[]): ConversationLog {
  const now = new Map(page.filter(isNumbered).map((message) => [message.sequence, message]));
  return {
    ...log,
    messages: log.messages.map((message) => {
      const next = now.get(message.sequence);
      return next && next.change >= message.change ? next : message;
    }),
  };
}

export function withExtent(log: ConversationLog, lastSequence: number, lastChange: number): ConversationLog {
  if (lastSequence <= log.lastSequence && lastChange <= log.lastChange) return log;
  return {
    ...log,
    lastSequence: Math.max(log.lastSequence, lastSequence),
    lastChange: Math.max(log.lastChange, lastChange),
  };
}

/** Everything up to a number was taken out of one's own list; what is held of it goes. */
export function withHidden(log: ConversationLog, upTo: number): ConversationLog {
  if (!holdsHidden(log, upTo)) return log;
  const left = (all: readonly Numbered[]) =>
    all
      .filter(({ sequence }) => sequence > upTo)
      .map((one) => (one.replyTo && one.replyTo.sequence <= upTo ? { ...one, replyTo: null } : one));
  const messages = left(log.messages);
  const isWhole = (messages[0]?.sequence ?? upTo + 1) === upTo + 1;
  return settled({
    ...log,
    messages,
    early: left(log.early),
    end: Math.max(log.end, upTo),
    lastSequence: Math.max(log.lastSequence, upTo),
    hasOlder: !isWhole && log.hasOlder,
    isDetached: messages.length > 0 && log.isDetached,
  });
}

/** Whether the stretch holds, or goes on from, what one has taken out of one's own list up to a number. */
export const holdsHidden = (log: ConversationLog, upTo: number) =>
  log.end < upTo || [...log.messages, ...log.early].some((one) => isUpTo(one, upTo));

/** A message, or what it answers, is among those up to a number. */
const isUpTo = ({ sequence, replyTo }: Numbered, upTo: number) =>
  sequence <= upTo || (replyTo !== null && replyTo.sequence <= upTo);

export function withoutCard(log: ConversationLog, cardId: string): ConversationLog {
  return { ...log, cards: log.cards.filter(({ id }) => id !== cardId) };
}

/** The surroundings of the first message new to them, or the newest page after an older place was left; null when that is here. */
export function missingAtOpening(
  log: ConversationLog,
  { readSequence, unreadCount }: { readSequence: number; unreadCount: number },
): { around?: number } | null {
  if (unreadCount === 0) return log.isDetached ? {} : null;
  const firstUnread = readSequence + 1;
  const isHere = reachesBackTo(log, firstUnread) && (firstUnread <= log.end || !log.isDetached);
  return isHere ? null : { around: firstUnread };
}

/** Nothing between a number and the stretch is missing. */
export const reachesBackTo = (log: Pick<ConversationLog, 'messages' | 'hasOlder'>, sequence: number) =>
  !log.hasOlder || (log.messages[0] !== undefined && log.messages[0].sequence <= sequence);

/** What has to be fetched because it does not come by itself any more. */
export function missingIn(log: ConversationLog): { after: number | null; changedAfter: number | null } {
  return {
    after: !log.isDetached && log.end < log.lastSequence ? log.end : null,
    changedAfter: log.change < log.lastChange ? log.change : null,
  };
}
