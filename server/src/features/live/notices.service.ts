import type { WalletNotice } from '@dazi/contract/notifications/notifications';
import { topicKind } from '#platform/bus.ts';
import type { TransactingDeps } from '#platform/deps.ts';

/**
 * A fact that somebody may want to be notified of. It names by id what happened and says nothing of it; whom it
 * concerns, and how it is told, is the business of the notifications.
 */
export type Notice =
  | { kind: 'post_created'; postId: string; authorId: string }
  | { kind: 'post_reacted'; postId: string; personId: string }
  | { kind: 'comment_added'; postId: string; commentId: string; personId: string }
  /** Of a group only messages that mention somebody or answer somebody. */
  | {
      kind: 'message_sent';
      conversationId: string;
      sequence: number;
      personId: string;
      /** The other one has not accepted yet that this person writes to them. */
      isRequest: boolean;
    }
  /** Those whom a message mentions since it was changed. */
  | { kind: 'mention_added'; conversationId: string; sequence: number; personId: string; userIds: string[] }
  | { kind: 'message_reacted'; conversationId: string; sequence: number; personId: string }
  | { kind: 'join_requested'; conversationId: string; requestId: string; personId: string }
  | { kind: 'join_answered'; conversationId: string; userId: string; isApproved: boolean }
  | { kind: 'owner_changed'; conversationId: string; userId: string }
  | { kind: 'member_removed'; conversationId: string; userId: string; isBanned: boolean }
  /** A room has come to the size at which its owner is warned, or to the one at which it takes nobody more. */
  | { kind: 'room_nearly_full'; conversationId: string; members: number; limit: number }
  /** Somebody has come onto the board; told to themselves. */
  | { kind: 'board_elected'; userId: string }
  /** Told to the board as it is then, but for whoever put it, or whose ballot decided it. */
  | { kind: 'motion_put'; motionId: string; personId: string }
  | { kind: 'motion_settled'; motionId: string; isPassed: boolean; personId: string | null }
  /** Told to whoever did it, and to nobody else. */
  | { kind: 'person_blocked' | 'person_unblocked'; blockerId: string; blockedId: string }
  /** What was told of these may read differently now, or stands no more; whoever was told of it is to ask again. */
  | { kind: 'post_changed'; postId: string }
  | { kind: 'post_reaction_removed'; postId: string; personId: string }
  | { kind: 'comment_removed'; commentId: string }
  | { kind: 'message_changed'; conversationId: string; sequence: number }
  /** Somebody has deleted their account, or restored it. */
  | { kind: 'person_changed'; personId: string }
  | {
      kind: 'wallet_moved';
      what: WalletNotice;
      userId: string;
      amountMinor: number;
      currency: string;
      /** The other side, when that is a person; of a group's wallet whoever moved it. */
      personId: string | null;
      conversationId: string | null;
      /** Of the transfer beside which a memo may stand. */
      transferNumber?: number;
    };

/** Notices stand in the outbox under one topic, and are read from there in order. */
export const noticeTopics = topicKind<Notice>('notice');
export const noticeTopic = noticeTopics.topic('new');

/** Writes a notice with the transaction that caused it. It costs no statement of its own. */
export function giveNotice(inner: TransactingDeps, notice: Notice): void {
  inner.emit(noticeTopic, notice);
}
