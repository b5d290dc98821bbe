import type { Message } from '@dazi/contract/chat/conversations';
import type { sentTypes } from '@dazi/contract/chat/conversations.rules';
import type { ConversationLog } from '../conversation-log.ts';

/** A message of one's own that the server has not taken yet. Its `clientId` stays its key for ever. */
export interface OwnMessage {
  readonly clientId: string;
  readonly userId: string;
  /** The other one of a private conversation. */
  readonly receiverId: string | null;
  readonly conversationId: string;
  readonly content: string;
  readonly type: (typeof sentTypes)[number];
  readonly replyToId: string | null;
  readonly replyTo: Message['replyTo'];
  readonly createdAt: string;
  /** A picture or video as the device has it, until the server has it. */
  readonly preview: { url: string; width: number; height: number } | null;
  /** `waiting`: for the network; `held`: as long as the server asks for. Also where others do and go first. */
  readonly state: 'sending' | 'waiting' | 'held';
}

/** In the order in which they are sent. */
type Own = readonly OwnMessage[];

/** It goes after those of its conversation that wait, and waits like them. */
export function withOwn(own: Own, message: Omit<OwnMessage, 'state'>): Own {
  const before = own.findLast(({ conversationId }) => conversationId === message.conversationId);
  return [...own, { ...message, state: before?.state ?? 'sending' }];
}

/** What was kept since before this page was opened goes first. */
export function withRestored(own: Own, kept: Own): Own {
  const known = new Set(own.map(({ clientId }) => clientId));
  const restored = kept.filter(({ clientId }) => !known.has(clientId));
  return restored.length === 0 ? own : [...restored, ...own];
}

/** Nothing can be sent now. */
export const delayed = (own: Own, state: 'waiting' | 'held'): Own =>
  own.some((message) => message.state !== state) ? own.map((message) => ({ ...message, state })) : own;

export const withoutOwn = (own: Own, clientId: string): Own =>
  own.some((message) => message.clientId === clientId)
    ? own.filter((message) => message.clientId !== clientId)
    : own;

/** What stands in a log is on its way no more. */
export function withoutArrived(own: Own, logs: ReadonlyMap<string, ConversationLog>): Own {
  const isThere = ({ clientId, conversationId, userId }: OwnMessage) =>
    logs.get(conversationId)?.messages.some((one) => one.clientId === clientId && one.senderId === userId) ??
    false;
  return own.some(isThere) ? own.filter((message) => !isThere(message)) : own;
}

/** What is on its way in one conversation. */
export const ownIn = (own: Own, id: string): Own => own.filter(({ conversationId }) => conversationId === id);
