import type { Message, MessageEvent, MessageType } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { resultWithout } from '@dazi/contract/mini-apps/mini-app-results';
import { resultSender } from '@dazi/contract/mini-apps/mini-apps';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { type SQL, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { itemOf, type MediaFacts, unfoldedItem } from '#features/media/media.service.ts';
import { media } from '#features/media/media.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { shownWords } from '#platform/folded-links.store.ts';
import { firstHost, partIn } from './closed-parts.rules.ts';
import { isRead } from './conversations.rules.ts';
import { messageMentions, messageReactions, messages } from './conversations.tables.ts';
import type { PlainWords, UnsentMessage } from './message-appending.store.ts';
import {
  hiddenInResult,
  inWindow,
  isClosed,
  isGone,
  type LogWindow,
  type Reading,
  staysFolded,
} from './message-visibility.store.ts';
import { ofOne } from './within.store.ts';

type Face = NonNullable<UnsentMessage['face']>;
type Said = Pick<UnsentMessage, 'id' | 'clientId' | 'senderId' | 'type' | 'content' | 'event'>;

export interface ViewRow {
  id: string;
  conversationId: string;
  sequence: number;
  clientId: string | null;
  type: MessageType;
  content: string;
  event: MessageEvent | null;
  change: number;
  createdAt: string;
  editedAt: string | null;
  isDeleted: boolean;
  removedBy: Message['removedBy'];
  senderId: string | null;
  senderName: string | null;
  senderAvatar: string | null;
  folded: boolean;
  closed: boolean;
  media: MediaFacts | null;
  replyTo: Message['replyTo'];
  reactions: Partial<Record<ReactionType, number>>;
  myReaction: ReactionType | null;
  mentions: string[];
  /** Of the result of a mini app: who in it is not shown to the viewer. */
  hiddenPeople: string[] | null;
}

/** Of a mini app its title: its results are not for everybody. */
const quotedWords = (message: SQL) =>
  sql`CASE WHEN ${message}.type IN ('MINI_APP', 'MINI_APP_RESULT') THEN ${message}.content::jsonb->>'title' ELSE left(${shownWords(sql`${message}.content`, sql`${message}.links_fold`)}, ${messageLimits.quote}) END`;

/** Results stand in the log as of whoever added the app, so that they go with them; they come from nobody. */
const shownSender = (message: SQL, person: SQL, system: string) =>
  sql`CASE WHEN ${message}.type = 'MINI_APP_RESULT' THEN ${system} ELSE ${person} END`;

/** One query whatever the number of messages of a conversation; `reading` null sees as a member who has nothing to do with them. */
export function selectViews(reading: Reading | null, conversationId: string, rest: SQL): SQL {
  const [m, r] = [sql`m`, sql`r`];
  const [viewerId, hiddenUpTo] = [reading?.viewerId ?? null, reading?.hiddenUpTo ?? 0];
  return sql`SELECT m.id, m.conversation_id AS "conversationId", m.sequence, m.client_id AS "clientId", m.type,
      ${shownWords(sql`m.content`, sql`m.links_fold`)} AS content, m.event, m.change, m.created_at AS "createdAt", m.edited_at AS "editedAt",
      ${isGone(m)} AS "isDeleted", m.removed_by AS "removedBy", ${staysFolded(reading, m)} AS folded, ${isClosed(viewerId, m, ofOne(conversationId))} AS closed,
      u.id AS "senderId", u.name AS "senderName", u.avatar_url AS "senderAvatar",
      (SELECT json_build_object('id', f.id, 'type', f.type, 'contentType', f.content_type, 'width', f.width, 'height', f.height, 'fold', f.fold)
        FROM ${media} f WHERE f.id = m.media_id) AS media,
      (SELECT json_build_object('id', r.id, 'sequence', r.sequence, 'senderId', ${shownSender(r, sql`ru.id`, resultSender.id)}, 'senderName', coalesce(${shownSender(r, sql`ru.name`, resultSender.name)}, ''),
          'content', CASE WHEN ${isGone(r)} OR ${staysFolded(reading, r)} OR ${isClosed(viewerId, r, ofOne(conversationId))} THEN '' ELSE ${quotedWords(r)} END,
          'type', r.type, 'isDeleted', ${isGone(r)}, 'change', r.change)
        FROM ${messages} r LEFT JOIN ${users} ru ON ru.id = r.sender_id AND ${accountStands(sql`r.sender_id`)}
        WHERE r.conversation_id = ${conversationId} AND r.sequence = m.reply_to AND r.sequence > ${hiddenUpTo}) AS "replyTo",
      coalesce((SELECT json_object_agg(counted.reaction_type, counted.n) FROM (
        SELECT e.reaction_type, count(*) AS n FROM ${messageReactions} e
        WHERE e.conversation_id = ${conversationId} AND e.sequence = m.sequence AND ${accountStands(sql`e.user_id`)}
        GROUP BY e.reaction_type) counted), '{}') AS reactions,
      (SELECT e.reaction_type FROM ${messageReactions} e
        WHERE e.conversation_id = ${conversationId} AND e.sequence = m.sequence AND e.user_id = ${viewerId}) AS "myReaction",
      coalesce((SELECT json_agg(t.user_id) FROM ${messageMentions} t
        WHERE t.conversation_id = ${conversationId} AND t.sequence = m.sequence AND ${accountStands(sql`t.user_id`)}), '[]') AS mentions,
      ${hiddenInResult(viewerId, m)} AS "hiddenPeople"
    FROM ${messages} m LEFT JOIN ${users} u ON u.id = m.sender_id AND ${accountStands(sql`m.sender_id`)} ${rest}`;
}

/** The result of a mini app as its viewer may see it. */
const shownResult = (content: string, hiddenPeople: readonly string[]): string =>
  hiddenPeople.length === 0
    ? content
    : JSON.stringify(resultWithout(JSON.parse(content) as MiniAppResult, new Set(hiddenPeople)));

export function asMessage(row: ViewRow, state: Reading | null): Message {
  const hides = row.isDeleted || row.folded;
  const closedKind = row.closed && !hides ? partIn(row) : null;
  const isResult = row.type === 'MINI_APP_RESULT';
  const item = row.media && itemOf(row.media);
  const medium = item && state?.unfolds ? unfoldedItem(item) : item;
  const words = isResult ? shownResult(row.content, row.hiddenPeople ?? []) : row.content;
  return {
    id: row.id,
    conversationId: row.conversationId,
    sequence: row.sequence,
    clientId: row.clientId,
    ...(isResult
      ? { senderId: resultSender.id, senderName: resultSender.name }
      : { senderId: row.senderId, senderName: row.senderName ?? '' }),
    senderAvatar: isResult ? null : row.senderAvatar,
    content: hides || closedKind ? '' : medium ? medium.url : words,
    type: row.type,
    createdAt: row.createdAt,
    updatedAt: row.editedAt ?? row.createdAt,
    editedAt: row.editedAt,
    isDeleted: row.isDeleted,
    removedBy: row.isDeleted ? (row.removedBy ?? 'author') : null,
    isRead: state !== null && isRead(isResult ? { ...row, senderId: null } : row, state),
    metadata: null,
    event: row.isDeleted ? null : row.event,
    replyTo: hides ? null : row.replyTo,
    media: hides || closedKind ? null : medium,
    mentions: hides ? [] : row.mentions,
    reactions: row.isDeleted ? {} : row.reactions,
    myReaction: row.isDeleted ? null : row.myReaction,
    change: row.change,
    folded: row.folded,
    closed: closedKind !== null,
    closedKind,
    closedHost: closedKind === 'link' ? firstHost(row.content) : null,
  };
}

export async function messagesBefore(
  db: Db,
  log: LogWindow,
  before: number,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const rest = sql`WHERE ${inWindow(log)} AND m.sequence < ${before} ORDER BY m.sequence DESC LIMIT ${limit}`;
  const rows = await rowsOf<ViewRow>(db, selectViews(state, log.conversationId, rest));
  return rows.reverse().map((row) => asMessage(row, state));
}

export async function messagesAfter(
  db: Db,
  log: LogWindow,
  after: number,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const rest = sql`WHERE ${inWindow(log)} AND m.sequence > ${after} ORDER BY m.sequence LIMIT ${limit}`;
  return (await rowsOf<ViewRow>(db, selectViews(state, log.conversationId, rest))).map((row) =>
    asMessage(row, state),
  );
}

/** Those that changed later than a count of changes, in the order of the changes. */
export async function messagesChangedAfter(
  db: Db,
  log: LogWindow,
  change: number,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const rest = sql`WHERE ${inWindow(log)} AND m.change > ${change} ORDER BY m.change LIMIT ${limit}`;
  return (await rowsOf<ViewRow>(db, selectViews(state, log.conversationId, rest))).map((row) =>
    asMessage(row, state),
  );
}

/** As one member sees it; with `state` null as one who has nothing to do with it. */
export async function viewOfMessage(
  db: Db,
  conversationId: string,
  sequence: number,
  state: Reading | null,
): Promise<Message> {
  const rest = sql`WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}`;
  const [row] = await rowsOf<ViewRow>(db, selectViews(state, conversationId, rest));
  return asMessage(row!, state);
}

/** The same for several at once, by number. */
export async function viewsOfMessages(
  db: Db,
  conversationId: string,
  sequences: readonly number[],
  state: Reading | null = null,
): Promise<Map<number, Message>> {
  const list = sql.join(
    sequences.map((sequence) => sql`${sequence}`),
    sql`, `,
  );
  const rest = sql`WHERE m.conversation_id = ${conversationId} AND m.sequence IN (${list})`;
  const rows = await rowsOf<ViewRow>(db, selectViews(state, conversationId, rest));
  return new Map(rows.map((row) => [row.sequence, asMessage(row, state)]));
}

/** A message just written, as a stranger to it sees it; null where that cannot be known without asking. */
export function justWritten(
  conversationId: string,
  unsent: UnsentMessage,
  sequence: number,
  at: Date,
): Message | null {
  const { face, replyTo, mediaId, mentions } = unsent;
  if (!face || replyTo !== null || mediaId !== null || mentions.length > 0) return null;
  return asMessage(rowJustWritten(conversationId, unsent, face, sequence, at), null);
}

/** The same of plain words. */
export function plainWritten(
  conversationId: string,
  { actor, words }: { actor: Face; words: PlainWords },
  sequence: number,
  at: Date,
): Message {
  const said = { ...words, type: 'TEXT' as const, event: null };
  return asMessage(rowJustWritten(conversationId, said, actor, sequence, at), null);
}

function rowJustWritten(
  conversationId: string,
  { id, clientId, senderId, type, content, event }: Said,
  face: Face,
  sequence: number,
  at: Date,
): ViewRow {
  return {
    ...{ id, conversationId, sequence, clientId, type, content, event, senderId, change: 0 },
    createdAt: at.toISOString(),
    editedAt: null,
    isDeleted: false,
    removedBy: null,
    senderName: face.name,
    senderAvatar: face.avatarUrl,
    folded: false,
    closed: false,
    media: null,
    replyTo: null,
    reactions: {},
    myReaction: null,
    mentions: [],
    hiddenPeople: null,
  };
}
