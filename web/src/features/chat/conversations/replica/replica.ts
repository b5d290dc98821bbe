import type { ConversationChange } from '@dazi/contract/chat/conversation-events';
import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { ConversationSettings, Message } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { ConversationEvent } from '@dazi/contract/frames';
import {
  type ConversationLog,
  type LogPage,
  logOf,
  withAnswer,
  withChange,
  withExtent,
  withHidden,
  withMessage,
  withNewest,
} from '../conversation-log.ts';
import { countsAsUnread } from '../message-rows.ts';
import {
  type ConversationRecord,
  countedIn,
  merged,
  type Stamp,
  withoutHidden,
  withUncounted,
} from './conversation-record.ts';
import { type Gone, goneIn, withGone } from './gone.ts';
import {
  delayed,
  type NewMessage,
  type OwnMessage,
  type OwnSettings,
  withOwn,
  withoutArrived,
  withoutOwn,
  withoutUpload,
  withRestored,
  withUploads,
} from './own.ts';

/** How far this page was told that a conversation goes, whether anything of it is held or not. */
export interface Heard {
  readonly sequence: number;
  readonly change: number;
}

const nothingHeard: Heard = { sequence: 0, change: 0 };

/**
 * The one truth of conversations in a page: whatever is shown of them is read from here, and `apply` alone writes it.
 * What did not change keeps its reference.
 */
export interface Replica {
  readonly conversations: ReadonlyMap<string, ConversationRecord>;
  readonly logs: ReadonlyMap<string, ConversationLog>;
  /** What one wrote and the server has not taken yet, in the order in which it is sent. None of it stands in a log. */
  readonly own: readonly OwnMessage[];
  /** In the order in which they were done; `shownIn` puts them over what the server has. */
  readonly ownSettings: readonly OwnSettings[];
  /** Logs as this device kept them. They follow what is told, and are shown where the server cannot be asked. */
  readonly unconfirmed: ReadonlySet<string>;
  /** What this page was told that no device may keep. */
  readonly gone: Gone;
  readonly heard: ReadonlyMap<string, Heard>;
  /** Everything up to here was taken out of the own list. */
  readonly hidden: ReadonlyMap<string, number>;
  /** When a conversation was put into another list here: what that list was asked before does not say so. */
  readonly moved: ReadonlyMap<string, Stamp>;
  /** When a conversation went: what was asked before does not bring it back. */
  readonly dropped: ReadonlyMap<string, Stamp>;
}

export const emptyReplica: Replica = {
  conversations: new Map(),
  logs: new Map(),
  own: [],
  ownSettings: [],
  unconfirmed: new Set(),
  gone: new Map(),
  heard: new Map(),
  hidden: new Map(),
  moved: new Map(),
  dropped: new Map(),
};

/** What was told by the stream and what it takes to understand it. */
interface Told {
  kind: 'told';
  event: ConversationEvent;
  myId: string;
  /** The conversation whose end somebody looks at. */
  onScreen: string | null;
}

export interface Restored {
  readonly conversation: Conversation;
  readonly wordsAt: number;
  readonly log: ConversationLog;
}

export type ReplicaEvent = (
  | { kind: 'list answered'; conversations: readonly Conversation[]; asked: Stamp }
  | { kind: 'restored'; kept: readonly Restored[] }
  | { kind: 'conversation answered'; conversation: Conversation; page: LogPage; asked: Stamp }
  /** Something was written, or the file of a message is uploaded by now. */
  | { kind: 'did'; message: NewMessage }
  | { kind: 'uploading'; messages: readonly NewMessage[] }
  | { kind: 'not uploaded'; clientId: string }
  /** What waited when the page was last open. */
  | { kind: 'own restored'; messages: readonly OwnMessage[] }
  /** Nothing can be sent now. */
  | { kind: 'delayed'; state: 'waiting' | 'held' }
  /** The server took an own message. */
  | { kind: 'sent'; clientId: string; answer: Message; myId: string; onScreen: string | null }
  /** It did not take it, or is not to have it. */
  | { kind: 'refused' | 'taken back'; clientId: string }
  | Told
  /** The stream came back and says how far a conversation goes. */
  | { kind: 'resumed'; id: string; lastSequence: number; change: number }
  | { kind: 'presence'; userId: string; isOnline: boolean }
  | { kind: 'hidden'; id: string; upTo: number }
  /** Changed by something that was done in this page. */
  | { kind: 'changed'; id: string; change(conversation: Conversation): Conversation }
  | { kind: 'log changed'; id: string; change(log: ConversationLog): ConversationLog }
  /** The server noted that one has read, and counted what is left. */
  | { kind: 'read answered'; id: string; readSequence: number; unreadCount: number; asked: Stamp }
  /** Settings were changed here; and what the server made of that. */
  | { kind: 'set'; key: Stamp; id: string; settings: Partial<ConversationSettings> }
  | { kind: 'settings answered'; key: Stamp; settings: ConversationSettings }
  | { kind: 'settings refused'; key: Stamp }
  | { kind: 'log dropped'; id: string }
  /** Too much changed in it to be told one by one: what was held before that change is of no use. */
  | { kind: 'log outdated'; id: string; before: number }
  /** It was taken out of the own list here; it may be looked at for a moment longer. */
  | { kind: 'let go'; id: string }
  | { kind: 'dropped'; id: string }
) & { at: Stamp };

/** Pure: clocks, numbers and answers come with the event. */
export function apply(before: Replica, event: ReplicaEvent): Replica {
  const state = applied(before, event);
  if (state.own.length === 0 || (state.logs === before.logs && state.own === before.own)) return state;
  return onItsWay(state, withoutArrived(state.own, state.logs));
}

function applied(state: Replica, event: ReplicaEvent): Replica {
  switch (event.kind) {
    case 'list answered':
      return event.conversations.reduce((before, one) => listed(before, one, event.asked), state);
    case 'restored':
      return event.kept.reduce(restored, state);
    case 'conversation answered': {
      const { conversation, page, asked } = event;
      const { id } = conversation;
      const known = answered(state, conversation, asked);
      if (!known.conversations.has(id)) return known;
      const log = known.unconfirmed.has(id) ? undefined : known.logs.get(id);
      const { sequence, change } = heardOf(known, id);
      const next = withHidden(log ? withNewest(log, page) : logOf(page), hiddenIn(known, id));
      // What was told while this was on its way is missing in it.
      return withLog(confirmed(known, id), id, withExtent(next, sequence, change));
    }
    case 'did':
      return onItsWay(state, withOwn(state.own, event.message));
    case 'uploading':
      return onItsWay(state, withUploads(state.own, event.messages));
    case 'not uploaded':
      return onItsWay(state, withoutUpload(state.own, event.clientId));
    case 'own restored':
      return onItsWay(state, withRestored(state.own, event.messages));
    case 'delayed':
      return onItsWay(state, delayed(state.own, event.state));
    case 'refused':
    case 'taken back':
      return onItsWay(state, withoutOwn(state.own, event.clientId));
    case 'sent': {
      const { answer } = event;
      const taken = onItsWay(state, withoutOwn(state.own, event.clientId));
      const logged = changedLog(taken, answer.conversationId, (log) => withAnswer(log, answer));
      const read = answer.sequence
        ? haveRead(logged, answer.conversationId, answer.sequence, event.at)
        : logged;
      return said(read, answer, event);
    }
    case 'told':
      return told(state, event, event.at);
    case 'resumed':
      return changedLog(
        hearing(state, event.id, { sequence: event.lastSequence, change: event.change }),
        event.id,
        (log) => withExtent(log, event.lastSequence, event.change),
      );
    case 'presence':
      return online(state, event.userId, event.isOnline, event.at);
    case 'hidden':
      return hidden(state, event.id, event.upTo, event.at);
    case 'changed':
      return changed(state, event.id, event.at, event.change);
    case 'log changed':
      return changedLog(state, event.id, event.change);
    case 'read answered':
      return readAnswered(state, event);
    case 'set': {
      const { key, id: conversationId, settings, at } = event;
      const ownSettings = [...state.ownSettings, { key, conversationId, settings }];
      // Into the own list and the archived one: neither waits for the other's answer.
      const isMoved = settings.isArchived !== undefined && state.conversations.has(conversationId);
      return {
        ...state,
        ownSettings,
        ...(isMoved && { moved: new Map(state.moved).set(conversationId, at) }),
      };
    }
    case 'settings answered':
      return settled(state, event.key, event.settings, event.at);
    case 'settings refused':
      return withoutSettings(state, event.key);
    case 'log dropped':
      return withoutLog(state, event.id);
    case 'log outdated':
      return withoutLog(going(state, event.id, { before: event.before }), event.id);
    case 'let go':
      return withoutCopy(state, event.id);
    case 'dropped':
      return {
        ...withoutLog(withoutCopy(state, event.id), event.id),
        conversations: without(state.conversations, event.id),
        moved: without(state.moved, event.id),
        dropped: new Map([...state.dropped, [event.id, event.at]]),
      };
  }
}

const onItsWay = (state: Replica, own: Replica['own']): Replica =>
  own === state.own ? state : { ...state, own };

const withoutSettings = (state: Replica, key: Stamp): Replica => ({
  ...state,
  ownSettings: state.ownSettings.filter((one) => one.key !== key),
});

/** Of the answer only what was asked for: another one may say better what else there is. */
function settled(state: Replica, key: Stamp, answer: ConversationSettings, at: Stamp): Replica {
  const asked = state.ownSettings.find((one) => one.key === key);
  if (!asked) return state;
  const names = Object.keys(asked.settings) as (keyof ConversationSettings)[];
  const now = Object.fromEntries(names.map((name) => [name, answer[name]]));
  return changed(withoutSettings(state, key), asked.conversationId, at, (one) => ({
    ...one,
    settings: { ...one.settings, ...now },
  }));
}

/** Every device hears that it is to be kept no more. */
function going(state: Replica, id: string, news: Parameters<typeof withGone>[2]): Replica {
  const gone = withGone(state.gone, id, news);
  return gone === state.gone ? state : { ...state, gone };
}

/** Groups are on no device, and nothing that could go. */
function withoutCopy(state: Replica, id: string): Replica {
  const isPrivate = state.conversations.get(id)?.base.isPrivate;
  if (isPrivate === false) return { ...state, gone: without(state.gone, id) };
  return isPrivate ? going(state, id, { upTo: lastOf(state, id) }) : state;
}

/** The newest number that is known of a conversation. */
const lastOf = (state: Replica, id: string): number =>
  Math.max(
    state.conversations.get(id)?.base.lastSequence ?? 0,
    state.logs.get(id)?.lastSequence ?? 0,
    heardOf(state, id).sequence,
  );

export const heardOf = ({ heard }: Pick<Replica, 'heard'>, id: string): Heard =>
  heard.get(id) ?? nothingHeard;

function hearing(state: Replica, id: string, news: Partial<Heard>): Replica {
  const before = heardOf(state, id);
  const next = {
    sequence: Math.max(before.sequence, news.sequence ?? 0),
    change: Math.max(before.change, news.change ?? 0),
  };
  const isNews = next.sequence > before.sequence || next.change > before.change;
  return isNews ? { ...state, heard: new Map(state.heard).set(id, next) } : state;
}

const hiddenIn = ({ hidden }: Replica, id: string): number => hidden.get(id) ?? 0;

/** Of two people between whom nothing is left there is nothing to show. */
export const isShowable = (
  { conversations, hidden }: Pick<Replica, 'conversations' | 'hidden'>,
  id: string,
): boolean => {
  const record = conversations.get(id);
  if (!record?.base.isPrivate) return record !== undefined;
  const upTo = hidden.get(id) ?? 0;
  // What earlier versions kept has no numbers, and something in it.
  const isOld = record.origin === 'device' && record.base.lastSequence === 0 && upTo === 0;
  return isOld || record.base.lastSequence > upTo;
};

function without<Value>(all: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  if (!all.has(id)) return all;
  return new Map([...all].filter(([key]) => key !== id));
}

const withRecord = (state: Replica, id: string, record: ConversationRecord): Replica =>
  state.conversations.get(id) === record
    ? state
    : { ...state, conversations: new Map(state.conversations).set(id, record) };

const withLog = (state: Replica, id: string, log: ConversationLog): Replica =>
  state.logs.get(id) === log ? state : { ...state, logs: new Map(state.logs).set(id, log) };

const confirmed = (state: Replica, id: string): Replica =>
  state.unconfirmed.has(id)
    ? { ...state, unconfirmed: new Set([...state.unconfirmed].filter((one) => one !== id)) }
    : state;

const withoutLog = (state: Replica, id: string): Replica =>
  state.logs.has(id) ? { ...confirmed(state, id), logs: without(state.logs, id) } : state;

function changedLog(state: Replica, id: string, change: (log: ConversationLog) => ConversationLog): Replica {
  const log = state.logs.get(id);
  return log ? withLog(state, id, change(log)) : state;
}

/** What is known already stays, and what went meanwhile stays away. */
function restored(state: Replica, { conversation, wordsAt, log }: Restored): Replica {
  const { id } = conversation;
  const isNew = !state.conversations.has(id);
  if (isNew && state.dropped.has(id)) return state;
  const { sequence, change } = heardOf(state, id);
  const unchanged = { asked: 0, touched: new Map(), ...countedIn(conversation) };
  const record = { base: conversation, origin: 'device', wordsAt, ...unchanged } as const;
  const known = isNew ? withRecord(state, id, withoutHidden(record, hiddenIn(state, id))) : state;
  if (known.logs.has(id)) return known;
  const left = withHidden(withExtent(log, sequence, change), hiddenIn(state, id));
  return { ...withLog(known, id, left), unconfirmed: new Set([...known.unconfirmed, id]) };
}

/** Logs of earlier versions came without the server's numbers: theirs lie below the first one. */
export const isNumbered = ({ messages }: Pick<ConversationLog, 'messages'>): boolean =>
  messages.every(({ sequence }) => sequence >= 1);

/** A list says how far a conversation goes: what the device kept of it follows. */
function listed(before: Replica, answer: Conversation, asked: Stamp): Replica {
  const state = answered(before, answer, asked);
  const { id, lastSequence, change } = answer;
  const log = state.unconfirmed.has(id) ? state.logs.get(id) : undefined;
  if (!log) return state;
  return isNumbered(log)
    ? withLog(state, id, withExtent(log, lastSequence, change))
    : withoutUnnumbered(state, id, change);
}

/** What has no numbers cannot follow them. */
function withoutUnnumbered(state: Replica, id: string, change: number): Replica {
  const log = state.unconfirmed.has(id) ? state.logs.get(id) : undefined;
  if (!log || isNumbered(log) || log.change >= change) return state;
  return withoutLog(going(state, id, { before: change }), id);
}

/** Private conversations of which no answer has said anything since: what became of them is to be asked. */
export const unheardOf = (state: Replica, since: Stamp): string[] =>
  [...state.conversations].flatMap(([id, { base, asked }]) =>
    base.isPrivate && base.messageRequest !== 'incoming' && asked < since && isShowable(state, id) ? id : [],
  );

/** The server answered of a conversation, alone or in a list. */
function answered(state: Replica, answer: Conversation, asked: Stamp): Replica {
  const { id } = answer;
  if ((state.dropped.get(id) ?? -1) > asked) return state;
  const record = state.conversations.get(id);
  const first = {
    ...{ base: answer, origin: 'server' as const, wordsAt: answer.change, asked },
    ...{ touched: new Map(), ...countedIn(answer) },
  };
  const known = record ? merged(record, answer, asked) : first;
  const next = withRecord(state, id, withoutGoneWords(state, withoutHidden(known, hiddenIn(state, id))));
  const left = answer.hiddenUpTo > 0 ? hidden(next, id, answer.hiddenUpTo, asked) : next;
  // Of somebody whose account is gone nothing is kept.
  return answer.isPrivate && answer.otherParticipant === null ? withoutCopy(left, id) : left;
}

/** The last message says nothing any more that was told to have changed since: the list is asked for again. */
function withoutGoneWords({ gone }: Replica, record: ConversationRecord): ConversationRecord {
  const { base, wordsAt } = record;
  const { id, lastMessage } = base;
  if (!lastMessage?.content) return record;
  const changedAt = goneIn(gone, id).changed.get(lastMessage.sequence) ?? 0;
  if (changedAt <= wordsAt) return record;
  return { ...record, base: { ...base, lastMessage: { ...lastMessage, content: '' } } };
}

/** Something changed here or was told: what was asked for before says nothing of it. */
function changed(
  state: Replica,
  id: string,
  at: Stamp,
  change: (conversation: Conversation) => Conversation,
): Replica {
  const record = state.conversations.get(id);
  if (!record) return state;
  const base = change(record.base);
  if (base === record.base) return state;
  const fields = (Object.keys(base) as (keyof Conversation)[]).filter(
    (field) => base[field] !== record.base[field],
  );
  if (fields.length === 0) return state;
  const touched = new Map(record.touched);
  for (const field of fields) touched.set(field, at);
  return withRecord(state, id, { ...record, base, touched });
}

function online(state: Replica, userId: string, isOnline: boolean, at: Stamp): Replica {
  let next = state;
  for (const [id, { base }] of state.conversations) {
    const { otherParticipant } = base;
    if (otherParticipant?.id !== userId || otherParticipant.isOnline === isOnline) continue;
    next = changed(next, id, at, (one) => ({ ...one, otherParticipant: { ...otherParticipant, isOnline } }));
  }
  return next;
}

function hidden(state: Replica, id: string, upTo: number, at: Stamp): Replica {
  const logged = changedLog(going(state, id, { upTo }), id, (log) => withHidden(log, upTo));
  if (hiddenIn(logged, id) >= upTo) return logged;
  const marked = { ...logged, hidden: new Map(logged.hidden).set(id, upTo) };
  return changed(haveRead(marked, id, upTo, at), id, at, (one) => ({
    ...one,
    lastMessage: one.lastMessage && one.lastMessage.sequence > upTo ? one.lastMessage : null,
  }));
}

function told(state: Replica, { event, myId, onScreen }: Told, at: Stamp): Replica {
  if (event.type === 'typing') return state;
  const { conversationId: id } = event;
  switch (event.type) {
    case 'new_message': {
      const { sequence, message } = event;
      const heardIt = hearing(state, id, { sequence });
      const logged = changedLog(heardIt, id, (log) => withMessage(log, sequence, message));
      if (!message) return logged;
      const { senderId, clientId } = message;
      // What came before its turn is shown as on its way until those in front of it are there.
      const isEarly = logged.logs.get(id)?.early.some((one) => one.sequence === sequence) ?? false;
      const isTaken = senderId === myId && clientId !== null && !isEarly;
      const taken = isTaken ? onItsWay(logged, withoutOwn(logged.own, clientId)) : logged;
      // Whoever writes has read everything up to there.
      const read = senderId ? hasRead(taken, id, senderId, sequence, myId, at) : taken;
      const accepted = senderId === myId ? read : wasAnswered(read, id, at);
      return said(accepted, { ...message, sequence }, { myId, onScreen, at });
    }
    case 'member_join': {
      const { member, memberCount } = event;
      return changed(state, id, at, (one) => ({
        ...one,
        memberCount,
        members: one.members.some(({ userId }) => userId === member.userId)
          ? one.members
          : [...one.members, member],
      }));
    }
    case 'member_leave': {
      const { userId, memberCount } = event;
      if (userId === myId) return state;
      return changed(state, id, at, (one) => ({
        ...one,
        memberCount,
        members: one.members.filter((member) => member.userId !== userId),
      }));
    }
    case 'conversation_update': {
      const { change } = event;
      if (change.kind === 'message') {
        const heardIt = hearing(state, id, { change: change.change });
        const logged = changedLog(heardIt, id, (log) => withChange(log, change, myId));
        return change.reaction ? logged : wordsChanged(logged, id, change, at);
      }
      if (change.kind === 'readers') {
        return changed(state, id, at, (one) => ({ ...one, readers: furthest(change.readers, one.readers) }));
      }
      if (change.kind === 'hidden') return hidden(state, id, change.upTo, at);
      if (change.kind !== 'read') return state;
      return haveRead(state, id, change.readSequence, at);
    }
  }
}

/** A message was edited or taken back: what it said before stands nowhere any more. */
function wordsChanged(
  state: Replica,
  id: string,
  { sequence, change, message }: Extract<ConversationChange, { kind: 'message' }>,
  at: Stamp,
): Replica {
  const marked = going(state, id, { changed: new Map([[sequence, change]]) });
  const next = withoutUnnumbered(marked, id, change);
  return withLast(next, id, at, change, (one, wordsAt) => {
    if (one?.sequence !== sequence || wordsAt >= change) return one;
    const content = [...(message?.content ?? '')].slice(0, messageLimits.quote).join('');
    // What is folded away stays without its words.
    return one.content === '' ? one : { ...one, content };
  });
}

/** The last message changes, and with it the change of which its words are. */
function withLast(
  state: Replica,
  id: string,
  at: Stamp,
  wordsAt: number,
  change: (last: Conversation['lastMessage'], wordsAt: number) => Conversation['lastMessage'],
): Replica {
  const before = state.conversations.get(id);
  if (!before) return state;
  const lastMessage = change(before.base.lastMessage, before.wordsAt);
  if (lastMessage === before.base.lastMessage) return state;
  const next = changed(state, id, at, (one) => ({ ...one, lastMessage }));
  const record = { ...next.conversations.get(id)!, wordsAt };
  return withRecord(next, id, withoutGoneWords(next, record));
}

/** One has read oneself; only the server counts what is left of that which it has counted. */
const haveRead = (state: Replica, id: string, upTo: number, at: Stamp) =>
  changed(state, id, at, (one) => {
    const { countedUpTo, uncounted } = state.conversations.get(id)!;
    const readSequence = Math.max(one.readSequence, upTo);
    const nothing = { ...one, unreadCount: 0, mentionsMe: false };
    return {
      ...one,
      readSequence,
      ...(countedUpTo <= readSequence && withUncounted(nothing, readSequence, uncounted)),
    };
  });

/** What was said or asked after the question the count does not know: then it is taken from whoever does. */
function readAnswered(
  state: Replica,
  { id, readSequence, unreadCount, asked, at }: Extract<ReplicaEvent, { kind: 'read answered' }>,
): Replica {
  const record = state.conversations.get(id);
  if (!record) return state;
  const { base, touched } = record;
  const isOutdated =
    record.asked > asked || (touched.get('lastSequence') ?? 0) > asked || base.readSequence > readSequence;
  const read = haveRead(state, id, readSequence, at);
  if (isOutdated) return read;
  return changed(read, id, at, (one) => ({
    ...one,
    unreadCount,
    mentionsMe: unreadCount > 0 && one.mentionsMe,
  }));
}

const hasRead = (state: Replica, id: string, userId: string, sequence: number, myId: string, at: Stamp) =>
  userId === myId
    ? haveRead(state, id, sequence, at)
    : changed(state, id, at, (one) => {
        if (one.readers.some((reader) => reader.userId === userId && reader.sequence >= sequence)) return one;
        const others = one.readers.filter((reader) => reader.userId !== userId);
        const readers = furthest([...others, { userId, sequence }], one.readers);
        return { ...one, readers };
      });

/** Nobody has read less far than is known: news of it come in any order. */
const furthest = (told: Conversation['readers'], known: Conversation['readers']): Conversation['readers'] =>
  told.map((reader) => {
    const before = known.find(({ userId }) => userId === reader.userId);
    return before && before.sequence > reader.sequence ? before : reader;
  });

/** Whoever writes back has accepted. */
const wasAnswered = (state: Replica, id: string, at: Stamp) =>
  changed(state, id, at, (one) =>
    one.messageRequest === 'outgoing' ? { ...one, messageRequest: null, messagesUntilAccepted: null } : one,
  );

/** What was said last, with its number; the later one stays. */
function said(
  state: Replica,
  message: Message,
  { myId, onScreen, at }: { myId: string; onScreen: string | null; at: Stamp },
): Replica {
  const { conversationId } = message;
  const sequence = message.sequence ?? 0;
  // It comes late, after it was taken out of the own list.
  if (sequence <= hiddenIn(state, conversationId)) return state;
  const record = state.conversations.get(conversationId);
  // Whoever answered knew of it: it may be taken back since, or of somebody who is kept away.
  if (!record || sequence <= record.countedUpTo) return state;
  if (record.uncounted.some((one) => one.sequence === sequence)) return state;
  const isUnread = onScreen !== conversationId && countsAsUnread(message, myId);
  const news = { sequence, isUnread, mentionsMe: isUnread && message.mentions.includes(myId) };
  const { base } = record;
  const counted = withRecord(state, conversationId, {
    ...record,
    base: { ...base, ...withUncounted(base, base.readSequence, [news]) },
    uncounted: [...record.uncounted, news],
  });
  // Those that were said after it came first.
  if (sequence <= base.lastSequence) return counted;
  const { id, content, senderName, senderId, createdAt, type, event, closedKind } = message;
  const lastMessage = { id, sequence, content, senderName, senderId, createdAt, type, event, closedKind };
  const known = changed(counted, conversationId, at, (one) => {
    const before = one.messagesUntilAccepted;
    // What is said before the other one accepts is one's own.
    const messagesUntilAccepted = before && Math.max(0, before - (sequence - one.lastSequence));
    return { ...one, lastMessageAt: createdAt, lastSequence: sequence, messagesUntilAccepted };
  });
  return withLast(known, conversationId, at, message.change, (one) =>
    (one?.sequence ?? 0) >= sequence ? one : lastMessage,
  );
}
