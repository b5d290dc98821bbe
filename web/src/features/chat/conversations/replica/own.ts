import type { ConversationSettings, Message } from '@dazi/contract/chat/conversations';
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
  /** `uploading`: before there is a message; `held`: as long as the server asks for. Also where others do and go first. */
  readonly state: 'uploading' | 'sending' | 'waiting' | 'held';
}

/** Settings of a conversation as they were changed here, until the server has answered. */
export interface OwnSettings {
  /** The number of the question. */
  readonly key: number;
  readonly conversationId: string;
  readonly settings: Partial<ConversationSettings>;
}

/** As it is written; its state depends on those before it. */
export type NewMessage = Omit<OwnMessage, 'state'>;

/** In the order in which they are sent: files that are uploaded come last. */
type Own = readonly OwnMessage[];

const isUploading = ({ state }: OwnMessage) => state === 'uploading';

/** Without the files that are no messages yet. */
export const toBeSent = (own: Own): Own =>
  own.some(isUploading) ? own.filter((one) => !isUploading(one)) : own;

/** It goes after those of its conversation that wait, and waits like them. */
export function withOwn(own: Own, message: NewMessage): Own {
  const others = withoutOwn(own, message.clientId);
  const ahead = toBeSent(others);
  const before = ahead.findLast(({ conversationId }) => conversationId === message.conversationId);
  return [...ahead, { ...message, state: before?.state ?? 'sending' }, ...others.filter(isUploading)];
}

export const withUploads = (own: Own, messages: readonly NewMessage[]): Own => [
  ...own,
  ...messages.map((message) => ({ ...message, state: 'uploading' as const })),
];

/** Of what has become a message since nothing changes. */
export const withoutUpload = (own: Own, clientId: string): Own =>
  own.some((one) => one.clientId === clientId && isUploading(one)) ? withoutOwn(own, clientId) : own;

/** What was kept since before this page was opened goes first. */
export function withRestored(own: Own, kept: Own): Own {
  const known = new Set(own.map(({ clientId }) => clientId));
  const restored = kept.filter(({ clientId }) => !known.has(clientId));
  return restored.length === 0 ? own : [...restored, ...own];
}

/** Nothing can be sent now. */
export const delayed = (own: Own, state: 'waiting' | 'held'): Own =>
  toBeSent(own).some((message) => message.state !== state)
    ? own.map((message) => (isUploading(message) ? message : { ...message, state }))
    : own;

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

export const ownIn = (own: Own, id: string): Own => own.filter(({ conversationId }) => conversationId === id);

export const lastOwnIn = (own: Own, id: string): OwnMessage | undefined =>
  own.findLast(({ conversationId }) => conversationId === id);

/** Whoever reads it is told nothing of files. */
export const shownState = ({ state }: OwnMessage): Exclude<OwnMessage['state'], 'uploading'> =>
  state === 'uploading' ? 'sending' : state;
