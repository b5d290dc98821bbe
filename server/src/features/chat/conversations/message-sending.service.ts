import type { Message, sendMessage as sendMessageEndpoint } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { mediaIdOf } from '@dazi/contract/media/media.rules';
import { requireReach } from '#features/identity/identity.service.ts';
import {
  attachMedia,
  ownMedium,
  preparePicture,
  requireRoomForUpload,
} from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import {
  acceptText,
  countsAsUnread,
  mentioned,
  mentionedWord,
  mentionFragments,
  plainText,
  possibleNames,
} from './conversations.rules.ts';
import * as memberViews from './member-views.store.ts';
import { type Membership, requireMembershipToSend } from './membership.service.ts';
import type * as appendingStore from './message-appending.store.ts';
import { logOf, readStateOf } from './message-log.service.ts';
import * as views from './message-views.store.ts';
import { type MessageWriter, writeSent } from './message-writer.service.ts';
import * as store from './messages.store.ts';
import type { Pair } from './private.rules.ts';
import { isKnownToOther } from './private.rules.ts';
import type { QuickAnswers } from './quick-answers.service.ts';

export type Said = Pick<BodyOf<typeof sendMessageEndpoint>, 'content' | 'type' | 'clientId' | 'replyToId'>;

interface Manner {
  /** Refuses conversations that are not meant. */
  fits?: (membership: Membership) => void;
  /** Without them nothing is said with one tap. */
  answers?: QuickAnswers;
}

/** Sends a message once for each `clientId`. */
export async function sendMessage(
  deps: Deps,
  writer: MessageWriter,
  actor: Actor,
  conversationId: string,
  input: Said,
  { fits, answers }: Manner = {},
): Promise<Message> {
  const plain = fits ? null : plainWordsOf(deps, actor, input);
  const written = plain && (await writer.sendPlain(conversationId, { actor, words: plain }));
  if (written) return written;
  const { membership, sentBefore } = await requireMembershipToSend(
    deps,
    actor,
    conversationId,
    input.clientId ?? null,
  );
  fits?.(membership);
  if (sentBefore) {
    if (sentBefore.senderId !== actor.id) throw new AppError('CLIENT_ID_USED');
    const state = await readStateOf(deps, membership);
    return views.viewOfMessage(deps.db, conversationId, sentBefore.sequence, state);
  }
  const { conversation, pair } = membership;
  if (conversation.kind === 'private') writer.notePrivate(conversationId);
  if (pair && !isKnownToOther(pair, actor.id)) requireReach(actor);
  const unsent = await unsentMessageOf(deps, actor, input, membership, answers);
  const sent = await writer.send({ conversation, pair, actor, unsent });
  // Just said: nobody has read it or reacted to it, so the sender sees what everybody sees.
  if (!sent.replyTo) return sent;
  // What is answered to may be folded for them.
  const { hiddenUpTo } = membership.member;
  const state = { viewerId: actor.id, readSequence: sent.sequence!, readers: [], hiddenUpTo, unfolds: false };
  return views.viewOfMessage(deps.db, conversationId, sent.sequence!, state);
}

/** What groups are told most: words alone, which answer nothing and mention nobody. Null for anything else. */
function plainWordsOf(deps: Deps, actor: Actor, input: Said): appendingStore.PlainWords | null {
  const { clientId = null, content, type = 'TEXT', replyToId } = input;
  if (type !== 'TEXT' || replyToId) return null;
  const text = plainText(content);
  if (text === null) return null;
  return { id: deps.ids.next(deps.clock()), clientId, senderId: actor.id, content: text };
}

/** What somebody wants to say, checked and made ready to be written; `membership` null where nothing was said before. */
async function unsentMessageOf(
  deps: Deps,
  actor: Actor,
  input: Said,
  membership: Membership | null,
  answers?: QuickAnswers,
): Promise<appendingStore.UnsentMessage> {
  const type = input.type ?? 'TEXT';
  const content = type === 'TEXT' ? acceptText(input.content) : input.content;
  const group = membership?.conversation.kind === 'group' ? membership.conversation.id : null;
  const isAnswer = type === 'QUICK' && group !== null && (await answers?.isOne(deps, group, content));
  if (type === 'QUICK' && !isAnswer) throw new AppError('MESSAGE_EMPTY');
  const quoted =
    input.replyToId && membership
      ? await store.findQuotable(deps.db, logOf(membership), input.replyToId)
      : undefined;
  // What the server wrote is nobody's words.
  if (input.replyToId && !(quoted && countsAsUnread(quoted.type))) throw new AppError('MESSAGE_NOT_FOUND');
  const mentions = type === 'TEXT' && group ? await mentionsIn(deps, group, content) : [];
  const isMedium = type === 'IMAGE' || type === 'VIDEO';
  const medium = isMedium ? await mediumOf(deps, actor, type, content) : null;
  return {
    id: deps.ids.next(deps.clock()),
    clientId: input.clientId ?? null,
    senderId: actor.id,
    type,
    content: isMedium ? '' : content,
    event: null,
    replyTo: quoted?.sequence ?? null,
    mediaId: medium,
    counts: 1,
    mentions,
    face: { name: actor.name, avatarUrl: actor.avatarUrl },
    notice: group !== null && mentions.length === 0 && !quoted ? 'none' : 'usual',
  };
}

/** Opens a conversation with its first message in one transaction; null when `open` finds that there is one already. */
export async function sendFirst(
  deps: Deps,
  actor: Actor,
  input: Said,
  open: (inner: TransactingDeps) => Promise<Pair | null>,
): Promise<Message | null> {
  const unsent = await unsentMessageOf(deps, actor, input, null);
  return deps.transact(async (inner) => {
    const pair = await open(inner);
    if (!pair) return null;
    const conversation = { id: pair.conversationId, kind: 'private' as const };
    const [message] = await writeSent(inner, conversation, [{ conversation, pair, actor, unsent }]);
    if (message instanceof Error) throw message;
    return message!;
  });
}

/** It stays an upload until the message is written: what is refused counts among what nothing shows, and may be tried again. */
async function mediumOf(deps: Deps, actor: Actor, type: 'IMAGE' | 'VIDEO', content: string): Promise<string> {
  if (type === 'IMAGE' && content.startsWith('data:')) {
    await requireRoomForUpload(deps, actor);
    const picture = await preparePicture(deps, actor.id, 'upload', content);
    await deps.transact((inner) => attachMedia(inner, actor, [picture]));
    return picture.row.id;
  }
  const mediaId = mediaIdOf(content);
  const medium = mediaId && (await ownMedium(deps, actor, mediaId));
  const isFree = medium && medium.purpose === 'upload' && medium.type === type.toLowerCase();
  if (!isFree) throw new AppError('MEDIUM_NOT_YOURS');
  return medium.id;
}

export async function mentionsIn(deps: Deps, conversationId: string, text: string): Promise<string[]> {
  const fragments = mentionFragments(text);
  if (fragments.length === 0) return [];
  const names = [...new Set(fragments.flatMap(possibleNames))];
  const words = [...new Set(fragments.map(mentionedWord).filter(Boolean))];
  const found = await memberViews.findNamed(deps.db, conversationId, names, words, messageLimits.mentions);
  const userIds = fragments.flatMap((fragment) => mentioned(fragment, found.byWholeName, found.byPart));
  return [...new Set(userIds)].slice(0, messageLimits.mentions);
}
