import {
  conversationLimits,
  type Message,
  type MessageEvent,
  type MessageType,
  messageLimits,
} from '@dazi/contract/chat/conversations';
import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { resultWithout } from '@dazi/contract/mini-apps/mini-app-results';
import { resultSender } from '@dazi/contract/mini-apps/mini-apps';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { and, asc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { itemOf, type MediaFacts, unfoldedItem } from '#features/media/media.service.ts';
import { media } from '#features/media/media.tables.ts';
import { hasBlocked, notBlocked } from '#features/people/blocks/blocks.service.ts';
import { blocks } from '#features/people/blocks/blocks.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { isRead, type ReadState } from './conversations.rules.ts';
import {
  conversationMembers,
  conversations,
  messageMentions,
  messageReactions,
  messages,
  privateConversations,
} from './conversations.tables.ts';

export type MessageRow = typeof messages.$inferSelect;

interface ViewRow {
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
  senderId: string | null;
  senderName: string | null;
  senderAvatar: string | null;
  folded: boolean;
  media: MediaFacts | null;
  replyTo: Message['replyTo'];
  reactions: Partial<Record<ReactionType, number>>;
  myReaction: ReactionType | null;
  mentions: string[];
  /** Of the result of a mini app: who in it is not shown to the viewer. */
  hiddenPeople: string[] | null;
}

/** Messages of people who have deleted their account show as taken back, until they come back. */
export const isGone = (message: SQL) =>
  sql`(${message}.deleted_at IS NOT NULL OR NOT (${message}.sender_id IS NULL OR ${accountStands(sql`${message}.sender_id`)}))`;

const isFolded = (viewerId: string | null, message: SQL) =>
  viewerId === null
    ? sql`false`
    : sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${viewerId} AND ${blocks.blockedId} = ${message}.sender_id)`;

/**
 * Whether a member sees another in what the server says of both. In private whoever was blocked is not told so. Needs
 * the conversation's id.
 */
export const isShownInside = (viewerId: string | null, conversationId: SQL, person: SQL): SQL =>
  viewerId === null
    ? accountStands(person)
    : sql`(${accountStands(person)} AND NOT ${hasBlocked(viewerId, person)} AND (${notBlocked(viewerId, person)}
        OR EXISTS (SELECT 1 FROM ${privateConversations} twosome WHERE twosome.conversation_id = ${conversationId})))`;

/** Ids of the people in the result of a mini app whom the viewer does not see; null for other messages. */
export const hiddenInResult = (viewerId: string | null, message: SQL): SQL =>
  sql`CASE WHEN ${message}.type = 'MINI_APP_RESULT' AND ${message}.content <> '' THEN
    (SELECT coalesce(json_agg(p->>'id'), '[]') FROM jsonb_array_elements(${message}.content::jsonb->'results'->'participants') p
      WHERE NOT ${isShownInside(viewerId, sql`${message}.conversation_id`, sql`(p->>'id')`)}) END`;

/** Who looks at messages, and from which number on they are shown to them. */
export interface Reading extends ReadState {
  hiddenUpTo: number;
  /** What the other one of a private conversation said is shown though the viewer has blocked them. */
  unfolds: boolean;
}

/** A mini app is folded also where words and pictures are not: nobody takes part in it across a block. */
const staysFolded = (reading: Reading | null, message: SQL) => {
  const folded = isFolded(reading?.viewerId ?? null, message);
  return reading?.unfolds ? sql`(${message}.type IN ('MINI_APP', 'MINI_APP_RESULT') AND ${folded})` : folded;
};

/** So many of the newest unread messages are looked through: what is behind a thousand that do not count is not found. */
const unreadWalk = 1000;

/**
 * How many messages of a conversation `c` its member `v` has not read, counted as they stand now and no further than a
 * badge shows: what was taken back, whose account is deleted and whom the member has blocked count no more, and again
 * when that is over. Only where something counts is it counted.
 */
export const unreadFor = (viewerId: string): SQL => sql`CASE WHEN c.last_counted <= v.read_counted THEN 0
  WHEN c.kind = 'private' AND EXISTS (SELECT 1 FROM ${conversationMembers} w
    WHERE w.conversation_id = c.id AND w.user_id <> ${viewerId} AND ${hasBlocked(viewerId, sql`w.user_id`)}) THEN 0
  ELSE (SELECT count(*)::int FROM (SELECT 1 FROM (
      SELECT type, sender_id, deleted_at FROM ${messages} WHERE conversation_id = c.id AND sequence > v.read_sequence
      ORDER BY sequence DESC LIMIT ${unreadWalk}) m
    WHERE m.type NOT IN ('SYSTEM', 'JOIN', 'LEAVE') AND NOT ${isGone(sql`m`)} AND NOT ${isFolded(viewerId, sql`m`)}
    LIMIT ${conversationLimits.unread}) counted) END`;

/** The same for one conversation. */
export async function countUnread(db: Db, conversationId: string, viewerId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`SELECT ${unreadFor(viewerId)} AS count FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      WHERE v.conversation_id = ${conversationId} AND v.user_id = ${viewerId}`,
  );
  return row?.count ?? 0;
}

/** Of a mini app its title: its results are not for everybody. */
const quotedWords = (message: SQL) =>
  sql`CASE WHEN ${message}.type IN ('MINI_APP', 'MINI_APP_RESULT') THEN ${message}.content::jsonb->>'title' ELSE left(${message}.content, ${messageLimits.quote}) END`;

/** Results stand in the log as of whoever added the app, so that they go with them; they come from nobody. */
const shownSender = (message: SQL, person: SQL, system: string) =>
  sql`CASE WHEN ${message}.type = 'MINI_APP_RESULT' THEN ${system} ELSE ${person} END`;

/** One query whatever the number of messages; `reading` null sees as a member who has nothing to do with them. */
function selectViews(reading: Reading | null, rest: SQL): SQL {
  const [m, r] = [sql`m`, sql`r`];
  const [viewerId, hiddenUpTo] = [reading?.viewerId ?? null, reading?.hiddenUpTo ?? 0];
  return sql`SELECT m.id, m.conversation_id AS "conversationId", m.sequence, m.client_id AS "clientId", m.type,
      m.content, m.event, m.change, m.created_at AS "createdAt", m.edited_at AS "editedAt",
      ${isGone(m)} AS "isDeleted", ${staysFolded(reading, m)} AS folded,
      u.id AS "senderId", u.name AS "senderName", u.avatar_url AS "senderAvatar",
      (SELECT json_build_object('id', f.id, 'type', f.type, 'contentType', f.content_type, 'width', f.width, 'height', f.height)
        FROM ${media} f WHERE f.id = m.media_id) AS media,
      (SELECT json_build_object('id', r.id, 'sequence', r.sequence, 'senderId', ${shownSender(r, sql`ru.id`, resultSender.id)}, 'senderName', coalesce(${shownSender(r, sql`ru.name`, resultSender.name)}, ''),
          'content', CASE WHEN ${isGone(r)} OR ${staysFolded(reading, r)} THEN '' ELSE ${quotedWords(r)} END,
          'type', r.type, 'isDeleted', ${isGone(r)}, 'change', r.change)
        FROM ${messages} r LEFT JOIN ${users} ru ON ru.id = r.sender_id AND ${accountStands(sql`r.sender_id`)}
        WHERE r.conversation_id = m.conversation_id AND r.sequence = m.reply_to AND r.sequence > ${hiddenUpTo}) AS "replyTo",
      coalesce((SELECT json_object_agg(counted.reaction_type, counted.n) FROM (
        SELECT e.reaction_type, count(*) AS n FROM ${messageReactions} e
        WHERE e.conversation_id = m.conversation_id AND e.sequence = m.sequence AND ${accountStands(sql`e.user_id`)}
        GROUP BY e.reaction_type) counted), '{}') AS reactions,
      (SELECT e.reaction_type FROM ${messageReactions} e
        WHERE e.conversation_id = m.conversation_id AND e.sequence = m.sequence AND e.user_id = ${viewerId}) AS "myReaction",
      coalesce((SELECT json_agg(t.user_id) FROM ${messageMentions} t
        WHERE t.conversation_id = m.conversation_id AND t.sequence = m.sequence AND ${accountStands(sql`t.user_id`)}), '[]') AS mentions,
      ${hiddenInResult(viewerId, m)} AS "hiddenPeople"
    FROM ${messages} m LEFT JOIN ${users} u ON u.id = m.sender_id AND ${accountStands(sql`m.sender_id`)} ${rest}`;
}

/** The result of a mini app as its viewer may see it. */
const shownResult = (content: string, hiddenPeople: readonly string[]): string =>
  hiddenPeople.length === 0
    ? content
    : JSON.stringify(resultWithout(JSON.parse(content) as MiniAppResult, new Set(hiddenPeople)));

function asMessage(row: ViewRow, state: Reading | null): Message {
  const hides = row.isDeleted || row.folded;
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
    content: hides ? '' : medium ? medium.url : words,
    type: row.type,
    createdAt: row.createdAt,
    updatedAt: row.editedAt ?? row.createdAt,
    editedAt: row.editedAt,
    isDeleted: row.isDeleted,
    isRead: state !== null && isRead(isResult ? { ...row, senderId: null } : row, state),
    metadata: null,
    event: row.isDeleted ? null : row.event,
    replyTo: hides ? null : row.replyTo,
    media: hides ? null : medium,
    mentions: hides ? [] : row.mentions,
    reactions: row.isDeleted ? {} : row.reactions,
    myReaction: row.isDeleted ? null : row.myReaction,
    change: row.change,
    folded: row.folded,
  };
}

export interface LogWindow {
  conversationId: string;
  /** Nothing up to this number is shown. */
  hiddenUpTo: number;
}

const inWindow = ({ conversationId, hiddenUpTo }: LogWindow) =>
  sql`m.conversation_id = ${conversationId} AND m.sequence > ${hiddenUpTo}`;

/** Numbers below `before`, the newest of them, oldest first. */
export async function messagesBefore(
  db: Db,
  log: LogWindow,
  before: number,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const rest = sql`WHERE ${inWindow(log)} AND m.sequence < ${before} ORDER BY m.sequence DESC LIMIT ${limit}`;
  const rows = await rowsOf<ViewRow>(db, selectViews(state, rest));
  return rows.reverse().map((row) => asMessage(row, state));
}

/** Numbers above `after`, oldest first. */
export async function messagesAfter(
  db: Db,
  log: LogWindow,
  after: number,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const rest = sql`WHERE ${inWindow(log)} AND m.sequence > ${after} ORDER BY m.sequence LIMIT ${limit}`;
  return (await rowsOf<ViewRow>(db, selectViews(state, rest))).map((row) => asMessage(row, state));
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
  return (await rowsOf<ViewRow>(db, selectViews(state, rest))).map((row) => asMessage(row, state));
}

/** As one member sees it; with `state` null as one who has nothing to do with it. */
export async function viewOfMessage(
  db: Db,
  conversationId: string,
  sequence: number,
  state: Reading | null,
): Promise<Message> {
  const rest = sql`WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}`;
  const [row] = await rowsOf<ViewRow>(db, selectViews(state, rest));
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
  const rows = await rowsOf<ViewRow>(db, selectViews(state, rest));
  return new Map(rows.map((row) => [row.sequence, asMessage(row, state)]));
}

/** A message that still says something, by its id, with its row locked for a change. */
export async function lockMessage(
  db: Db,
  log: LogWindow,
  messageId: string,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.conversationId, log.conversationId),
        gt(messages.sequence, log.hiddenUpTo),
        sql`NOT ${isGone(sql`messages`)}`,
      ),
    )
    .for('update', { of: messages });
  return row;
}

export async function findByClientId(
  db: Db,
  conversationId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.clientId, clientId)));
  return row;
}

/** One that still says something, by its number, with its row locked for a change. */
export async function lockNumbered(
  db: Db,
  conversationId: string,
  sequence: number,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.sequence, sequence),
        sql`${messages.deletedAt} IS NULL`,
      ),
    )
    .for('update');
  return row;
}

/** A message that may be answered to. */
export async function findQuotable(
  db: Db,
  log: LogWindow,
  messageId: string,
): Promise<{ sequence: number } | undefined> {
  const [row] = await rowsOf<{ sequence: number }>(
    db,
    sql`SELECT m.sequence FROM ${messages} m WHERE m.id = ${messageId} AND ${inWindow(log)} AND NOT ${isGone(sql`m`)}`,
  );
  return row;
}

/** Whose message this is and where it stands, while it says something and the server did not write it. */
export async function findSaid(
  db: Db,
  messageId: string,
): Promise<{ conversationId: string; sequence: number; senderId: string } | undefined> {
  const [row] = await rowsOf<{ conversationId: string; sequence: number; senderId: string }>(
    db,
    sql`SELECT m.conversation_id AS "conversationId", m.sequence, m.sender_id AS "senderId" FROM ${messages} m
      WHERE m.id = ${messageId} AND m.sender_id IS NOT NULL AND m.type IN ('TEXT', 'IMAGE', 'VIDEO', 'MINI_APP')
        AND NOT ${isGone(sql`m`)}`,
  );
  return row;
}

/** What is to be written into the log. */
export interface UnsentMessage {
  id: string;
  clientId: string | null;
  senderId: string | null;
  type: MessageType;
  content: string;
  event: MessageEvent | null;
  replyTo: number | null;
  mediaId: string | null;
  /** 1 when it counts as unread. */
  counts: 0 | 1;
  mentions: readonly string[];
  /** Name and picture of who sends it, where they are known; null for what the server writes. */
  face: { name: string; avatarUrl: string | null } | null;
  /** Whether somebody may be notified of it: whom it concerns is found out when that is made. */
  notice: 'none' | 'usual';
}

export interface Appended {
  id: string;
  sequence: number;
  counted: number;
}

/**
 * Takes the next numbers of an active conversation and writes the messages, in one statement, so that the lock
 * on its counter lasts as short as can be: the order of the numbers is the order of the commits. Whoever sends has
 * read everything up to what they said. Null when the conversation has ended.
 */
export async function append(
  db: Db,
  conversationId: string,
  unsentMessages: readonly UnsentMessage[],
  now: Date,
): Promise<Appended[] | null> {
  const rows = unsentMessages.map(({ mentions: _mentions, face: _face, ...unsent }, index) => ({
    ...unsent,
    ordinal: index + 1,
  }));
  const counting = unsentMessages.reduce((sum, { counts }) => sum + counts, 0);
  const at = sql`${now.toISOString()}::timestamptz`;
  const appended = await rowsOf<Appended>(
    db,
    sql`WITH taken AS (
        UPDATE ${conversations} SET last_sequence = last_sequence + ${unsentMessages.length}::int,
          last_counted = last_counted + ${counting}::int, last_message_at = ${at}, updated_at = ${at}
        WHERE id = ${conversationId} AND is_active RETURNING last_sequence, last_counted
      ), unsent AS (
        SELECT d.*, sum(d.counts) OVER (ORDER BY d.ordinal)::int AS so_far
        FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS d(ordinal int, id text, "clientId" text,
          "senderId" text, type text, content text, event jsonb, "replyTo" int, "mediaId" text, counts int)
      ), written AS (
      INSERT INTO ${messages} (conversation_id, sequence, id, client_id, sender_id, type, content, event, reply_to,
        media_id, counted, change, created_at)
      SELECT ${conversationId}, taken.last_sequence - ${unsentMessages.length}::int + ordinal, id, "clientId", "senderId", type, content,
        event, "replyTo", "mediaId", taken.last_counted - ${counting}::int + so_far, 0, ${at}
      FROM taken, unsent ORDER BY ordinal RETURNING id, sequence, counted
      ), newest AS (
        SELECT DISTINCT ON (d."senderId") d."senderId" COLLATE "C" AS sender_id, w.sequence, w.counted
        FROM unsent d JOIN written w ON w.id = d.id COLLATE "C" WHERE d.counts = 1 AND d."senderId" IS NOT NULL AND d.type <> 'MINI_APP_RESULT'
        ORDER BY d."senderId", w.sequence DESC
      ), read AS (
        UPDATE ${conversationMembers} v SET read_sequence = s.sequence, read_counted = s.counted,
          told_sequence = CASE WHEN v.told_sequence IS NULL THEN NULL ELSE s.sequence END
        FROM newest s WHERE v.conversation_id = ${conversationId} AND v.user_id = s.sender_id AND v.read_sequence < s.sequence
      )
      SELECT id, sequence, counted FROM written ORDER BY sequence`,
  );
  if (appended.length === 0) return null;
  const mentions = unsentMessages.flatMap((unsent) => {
    const { sequence } = appended.find(({ id }) => id === unsent.id)!;
    return unsent.mentions.map((userId) => ({ conversationId, sequence, userId }));
  });
  if (mentions.length > 0) await db.insert(messageMentions).values(mentions).onConflictDoNothing();
  return appended;
}

/**
 * A message that was just written, as somebody sees it who has nothing to do with it, where all of it is known
 * without asking; null otherwise.
 */
export function justWritten(
  conversationId: string,
  { id, clientId, senderId, type, content, event, replyTo, mediaId, mentions, face }: UnsentMessage,
  sequence: number,
  at: Date,
): Message | null {
  if (!face || replyTo !== null || mediaId !== null || mentions.length > 0) return null;
  const row: ViewRow = {
    ...{ id, conversationId, sequence, clientId, type, content, event, senderId, change: 0 },
    createdAt: at.toISOString(),
    editedAt: null,
    isDeleted: false,
    senderName: face.name,
    senderAvatar: face.avatarUrl,
    folded: false,
    media: null,
    replyTo: null,
    reactions: {},
    myReaction: null,
    mentions: [],
    hiddenPeople: null,
  };
  return asMessage(row, null);
}

/** Counts one more change of a conversation and answers how many there are. */
export async function takeChange(db: Db, conversationId: string): Promise<number> {
  const [row] = await db
    .update(conversations)
    .set({ lastChange: sql`${conversations.lastChange} + 1` })
    .where(eq(conversations.id, conversationId))
    .returning({ change: conversations.lastChange });
  return row!.change;
}

export async function changeMessage(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
  change: Partial<MessageRow>,
): Promise<void> {
  await db
    .update(messages)
    .set(change)
    .where(and(eq(messages.conversationId, row.conversationId), eq(messages.sequence, row.sequence)));
}

/** Answers whom it mentioned before. */
export async function replaceMentions(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
  userIds: readonly string[],
): Promise<string[]> {
  const { conversationId, sequence } = row;
  const before = await db
    .delete(messageMentions)
    .where(and(eq(messageMentions.conversationId, conversationId), eq(messageMentions.sequence, sequence)))
    .returning({ userId: messageMentions.userId });
  if (userIds.length > 0) {
    await db.insert(messageMentions).values(userIds.map((userId) => ({ conversationId, sequence, userId })));
  }
  return before.map(({ userId }) => userId);
}

/** Sets or takes away somebody's reaction; false when it was so before. */
export async function putReaction(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
  userId: string,
  reactionType: ReactionType | null,
  now: Date,
): Promise<boolean> {
  const { conversationId, sequence } = row;
  if (reactionType === null) {
    const gone = await db
      .delete(messageReactions)
      .where(
        and(
          eq(messageReactions.conversationId, conversationId),
          eq(messageReactions.sequence, sequence),
          eq(messageReactions.userId, userId),
        ),
      )
      .returning({ userId: messageReactions.userId });
    return gone.length > 0;
  }
  const set = await db
    .insert(messageReactions)
    .values({ conversationId, sequence, userId, reactionType, createdAt: now })
    .onConflictDoUpdate({
      target: [messageReactions.conversationId, messageReactions.sequence, messageReactions.userId],
      set: { reactionType, createdAt: now },
      setWhere: sql`${messageReactions.reactionType} <> ${reactionType}`,
    })
    .returning({ userId: messageReactions.userId });
  return set.length > 0;
}

export async function deleteReactionsOf(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
): Promise<void> {
  await db
    .delete(messageReactions)
    .where(
      and(
        eq(messageReactions.conversationId, row.conversationId),
        eq(messageReactions.sequence, row.sequence),
      ),
    );
}

/** So many of the newest messages are looked through before the index is asked: common words are found there. */
const walked = 1000;

/**
 * Messages whose text contains something, newest first. Of a common word a short walk back fills the page; a rare
 * one is found by the index of letters, inside one conversation. The text is folded as `foldedText` does.
 */
export async function searchLog(
  db: Db,
  log: LogWindow,
  text: string,
  before: number | null,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const older = before === null ? sql`` : sql` AND sequence < ${before}`;
  const here = sql`conversation_id = ${log.conversationId} AND type = 'TEXT' AND deleted_at IS NULL`;
  const wanted = JSON.stringify([`in ${log.conversationId}`, ...gramsOf(text)]);
  const columns = sql`sequence, content, sender_id, deleted_at`;
  const newest = sql`SELECT ${columns} FROM ${messages} WHERE ${here}${older} ORDER BY sequence DESC LIMIT ${walked}`;
  const indexed = sql`SELECT ${columns} FROM ${messages} WHERE ${here}
    AND ((text_grams(content) || ('in ' || conversation_id)) COLLATE "C") @> ARRAY(SELECT json_array_elements_text(${wanted}::text::json)) OFFSET 0`;
  const found = async (candidates: SQL) => {
    const rows = await rowsOf<{ sequence: number }>(
      db,
      sql`SELECT c.sequence FROM (${candidates}) c
        WHERE c.sequence > ${log.hiddenUpTo}${before === null ? sql`` : sql` AND c.sequence < ${before}`}
          AND folded_text(c.content) LIKE ${likePattern(text)}
          AND NOT ${isGone(sql`c`)} AND NOT ${isFolded(state.viewerId, sql`c`)}
        ORDER BY c.sequence DESC LIMIT ${limit}`,
    );
    return rows.map(({ sequence }) => sequence);
  };
  let sequences = await found(newest);
  if (sequences.length < limit) sequences = await found(indexed);
  if (sequences.length === 0) return [];
  const list = sql.join(
    sequences.map((sequence) => sql`${sequence}`),
    sql`, `,
  );
  const rest = sql`WHERE m.conversation_id = ${log.conversationId} AND m.sequence IN (${list}) ORDER BY m.sequence DESC`;
  return (await rowsOf<ViewRow>(db, selectViews(state, rest))).map((row) => asMessage(row, state));
}

/** Whether somebody may see a medium: what they uploaded themselves, and what their conversations show. */
export async function showsMedium(
  db: Db,
  viewerId: string,
  mediaId: string,
  unfolds: boolean,
): Promise<boolean> {
  const [row] = await rowsOf<{ shown: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${messages} m JOIN ${conversations} c ON c.id = m.conversation_id
      JOIN conversation_members v ON v.conversation_id = m.conversation_id AND v.user_id = ${viewerId}
      WHERE m.media_id = ${mediaId} AND c.is_active AND m.sequence > v.hidden_up_to
        AND NOT ${isGone(sql`m`)} AND ((${unfolds} AND c.kind = 'private') OR NOT ${isFolded(viewerId, sql`m`)})) AS shown`,
  );
  return row!.shown;
}

export async function isAttached(db: Db, mediaId: string): Promise<boolean> {
  const rows = await db.select({ id: messages.id }).from(messages).where(eq(messages.mediaId, mediaId));
  return rows.length > 0;
}

/** Uploads that no message shows, older than an instant. */
export async function findUnattached(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT f.id FROM ${media} f WHERE f.purpose = 'message' AND f.created_at < ${before.toISOString()}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM ${messages} m WHERE m.media_id = f.id) LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function pageOfMessages(db: Db, senderId: string, after: string, limit: number) {
  return db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.senderId, senderId),
        gt(messages.id, after),
        // What others answered is not the person's own.
        ne(messages.type, 'MINI_APP_RESULT'),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(limit);
}

/** Deletes a batch of a conversation's messages for good; answers the media they showed. */
export async function deleteMessages(
  db: Db,
  conversationId: string,
  limit: number,
): Promise<{ mediaId: string | null }[]> {
  const some = db
    .select({ sequence: messages.sequence })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .limit(limit);
  return db
    .delete(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.sequence, some)))
    .returning({ mediaId: messages.mediaId });
}

/**
 * Redacts a batch of somebody's messages for good; their numbers stay. Each is a change of its own, so that devices
 * which were away hear of it. Answers how many it was.
 */
export async function eraseMessagesOf(db: Db, senderId: string, limit: number, now: Date): Promise<number> {
  const erased = await rowsOf(
    db,
    sql`WITH own AS (
        SELECT batch.*, row_number() OVER (PARTITION BY conversation_id ORDER BY sequence)::int AS ordinal
        FROM (SELECT conversation_id, sequence FROM ${messages} WHERE sender_id = ${senderId} ORDER BY id LIMIT ${limit}) batch
      ), taken AS (
        UPDATE ${conversations} c SET last_change = c.last_change + counted.n
        FROM (SELECT conversation_id, count(*)::int AS n FROM own GROUP BY conversation_id) counted
        WHERE c.id = counted.conversation_id RETURNING c.id, c.last_change - counted.n AS before
      )
      UPDATE ${messages} m SET sender_id = NULL, client_id = NULL, content = '', event = NULL, media_id = NULL,
        deleted_at = ${now.toISOString()}::timestamptz, change = taken.before + own.ordinal
      FROM own JOIN taken ON taken.id = own.conversation_id
      WHERE m.conversation_id = own.conversation_id AND m.sequence = own.sequence RETURNING m.sequence`,
  );
  return erased.length;
}

/** A row of a message's number, as one text that sorts: what pages of the archive go by. */
export const keyOf = (table: string) =>
  sql<string>`${sql.raw(table)}.conversation_id || ' ' || lpad(${sql.raw(table)}.sequence::text, 10, '0')`;

export async function pageOfMentions(db: Db, userId: string, after: string, limit: number) {
  const key = keyOf('message_mentions');
  return db
    .select({
      key,
      conversationId: messageMentions.conversationId,
      sequence: messageMentions.sequence,
      userId: messageMentions.userId,
    })
    .from(messageMentions)
    .where(and(eq(messageMentions.userId, userId), sql`${key} > ${after}`))
    .orderBy(asc(key))
    .limit(limit);
}

export async function pageOfReactions(db: Db, userId: string, after: string, limit: number) {
  const key = keyOf('message_reactions');
  return db
    .select({
      key,
      conversationId: messageReactions.conversationId,
      sequence: messageReactions.sequence,
      userId: messageReactions.userId,
      reactionType: messageReactions.reactionType,
      createdAt: messageReactions.createdAt,
    })
    .from(messageReactions)
    .where(and(eq(messageReactions.userId, userId), sql`${key} > ${after}`))
    .orderBy(asc(key))
    .limit(limit);
}
