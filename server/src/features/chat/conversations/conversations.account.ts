import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { tellPartners } from './conversations.service.ts';
import { namesOfGroups, pageOfMemberships } from './conversations.store.ts';
import { leaveConversations } from './membership-changes.service.ts';
import {
  eraseMessagesOf,
  pageOfMentions,
  pageOfMessages,
  pageOfReactions,
} from './messages-account.store.ts';
import { eraseMutesOf, pageOfOwnMutes } from './mutes.store.ts';
import { forgetWhoPinned, pageOfPins } from './pinned-messages.store.ts';
import { deletePairsOf, pageOfPairs } from './private-account.store.ts';
import type { QuickAnswers } from './quick-answers.service.ts';
import { deleteFormerOf, pageOfFormer } from './reportable-messages.store.ts';

/** What somebody said keeps its number in the log and says nothing any more; memberships of rooms go with `rooms`. A private conversation stays with the other side. */
export const conversationsAccount = (answers: QuickAnswers): AccountPart => ({
  tables: {
    conversation_members: 'conversations',
    conversation_mutes: 'conversationMutes',
    messages: 'messages',
    message_mentions: 'mentions',
    message_reactions: 'messageReactions',
    pinned_messages: 'pinnedMessages',
    private_conversations: 'privateConversations',
    former_members: 'formerConversations',
  },
  names: (deps, userId, ids) => namesOfGroups(deps.db, userId, ids),
  sections: {
    conversations: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfMemberships(deps.db, userId, after, limit),
        ({ conversationId }) => conversationId,
      ),
    conversationMutes: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfOwnMutes(deps.db, userId, after, limit),
        ({ conversationId }) => conversationId,
      ),
    messages: (deps, userId) =>
      rowsInPages(
        async (after, limit) =>
          (await pageOfMessages(deps.db, userId, after, limit)).map((row) =>
            row.type === 'QUICK' ? { ...row, words: answers.wordsOf(row.content) } : row,
          ),
        ({ id }) => id,
      ),
    mentions: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfMentions(deps.db, userId, after, limit),
        ({ key }) => key,
      ),
    messageReactions: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfReactions(deps.db, userId, after, limit),
        ({ key }) => key,
      ),
    pinnedMessages: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfPins(deps.db, userId, after, limit),
        ({ key }) => key,
      ),
    formerConversations: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfFormer(deps.db, userId, after, limit),
        ({ conversationId }) => conversationId,
      ),
    privateConversations: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfPairs(deps.db, userId, after, limit),
        ({ conversationId }) => conversationId,
      ),
  },
  async erase(deps, userId) {
    await deleteFormerOf(deps.db, userId);
    await untilNoneIsLeft((limit) =>
      deps.transact((inner) => eraseMessagesOf(inner.db, userId, limit, inner.clock())),
    );
    await untilNoneIsLeft((limit) => leaveConversations(deps, userId, limit));
    await forgetWhoPinned(deps.db, userId);
    await deps.transact((inner) => eraseMutesOf(inner.db, userId));
    await deletePairsOf(deps.db, userId);
  },
  changed: tellPartners,
});
