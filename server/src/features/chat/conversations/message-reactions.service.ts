import type { Message } from '@dazi/contract/chat/conversations';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { messageReacted } from './conversations.notices.ts';
import { countsAsUnread } from './conversations.rules.ts';
import { refuseBarred, refuseClosed, requireMessage, tellChanged } from './message-changes.service.ts';
import { readStateOf } from './message-log.service.ts';
import * as reactionsStore from './message-reactions.store.ts';
import * as views from './message-views.store.ts';
import type * as store from './messages.store.ts';
import { afterAccepting, hearsOf, type Pair } from './private.rules.ts';
import { savePair } from './private-pair.service.ts';

export async function reactToMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  reactionType: ReactionType | null,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const { membership, row } = await requireMessage(inner, actor, conversationId, messageId);
    if (!countsAsUnread(row.type)) throw new AppError('MESSAGE_NOT_FOUND');
    refuseBarred(membership);
    refuseClosed(membership);
    // Who reacts answers.
    const { pair } = membership;
    if (pair) await savePair(inner, pair, afterAccepting(pair, actor.id));
    const isNew = await reactionsStore.putReaction(inner.db, row, actor.id, reactionType, inner.clock());
    if (isNew) {
      if (reactionType !== null) noticeReaction(inner, pair, row, actor.id);
      return tellChanged(inner, membership, row, { userId: actor.id, reactionType });
    }
    const state = await readStateOf(inner, membership);
    return views.viewOfMessage(inner.db, conversationId, row.sequence, state);
  });
}

/** Whoever has put the other one's request away, or taken the message out of their list, is not told. */
function noticeReaction(inner: TransactingDeps, pair: Pair | null, row: store.MessageRow, personId: string) {
  const { conversationId, sequence, senderId } = row;
  if (senderId === null || senderId === personId || row.type === 'MINI_APP_RESULT') return;
  if (pair && !hearsOf(pair, senderId, sequence)) return;
  publishNotice(inner, messageReacted, { conversationId, sequence, personId });
}
