import {
  changeConversationSettings,
  editMessage,
  listMembers,
  listMessages,
  markRead,
  reactToMessage,
  removeConversation,
  removeMessage,
  searchMessages,
  sendMessage,
  tellTyping,
} from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { getLinkPreview } from '@dazi/contract/chat/link-previews';
import { listPinnedMessages, pinMessage, unpinMessage } from '@dazi/contract/chat/pinned-messages';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as conversations from './conversations.service.ts';
import { LinkPreviews } from './link-preview.service.ts';
import * as changes from './message-changes.service.ts';
import * as log from './message-log.service.ts';
import * as reactions from './message-reactions.service.ts';
import * as redaction from './message-redaction.service.ts';
import * as sending from './message-sending.service.ts';
import { MessageWriter } from './message-writer.service.ts';
import * as pinned from './pinned-messages.service.ts';
import { privateRoutes } from './private.routes.ts';
import type { QuickAnswers } from './quick-answers.service.ts';
import * as reading from './reading.service.ts';

export function conversationsRoutes(
  app: FastifyInstance,
  deps: Deps,
  goesWithMessage: redaction.MessageRedacted,
  answers: QuickAnswers,
): void {
  const writer = new MessageWriter(deps);
  const previews = new LinkPreviews(deps);

  handle(app, listMessages, async ({ actor, params, query }) => {
    const page = await log.listMessages(deps, actor, params.conversationId, query);
    const { messages: data, ...tops } = page;
    return { data, ...tops };
  });

  handle(app, searchMessages, async ({ actor, params, query }) => {
    const found = await log.searchMessages(deps, actor, params.conversationId, query, answers);
    return { data: found.messages, hasOlder: found.hasOlder };
  });

  handle(app, sendMessage, async ({ actor, params, body }) => ({
    data: await sending.sendMessage(deps, writer, actor, params.conversationId, body, { answers }),
  }));

  handle(app, editMessage, async ({ actor, params, body }) => ({
    data: await changes.editMessage(deps, actor, params.conversationId, params.messageId, body.content),
  }));

  handle(app, removeMessage, async ({ actor, params }) => ({
    data: await redaction.removeMessage(
      deps,
      actor,
      params.conversationId,
      params.messageId,
      goesWithMessage,
    ),
  }));

  handle(app, reactToMessage, async ({ actor, params, body }) => {
    const { conversationId, messageId } = params;
    const { reactionType } = body;
    return { data: await reactions.reactToMessage(deps, actor, conversationId, messageId, reactionType) };
  });

  handle(app, markRead, async ({ actor, params, body }) => ({
    data: await reading.markRead(deps, actor, params.conversationId, body.sequence),
  }));

  handle(app, tellTyping, async ({ actor, params }) => {
    await reading.tellTyping(deps, actor, params.conversationId);
    return { data: null };
  });

  handle(app, changeConversationSettings, async ({ actor, params, body }) => {
    const { userId: _own, ...change } = body;
    return { data: await reading.changeSettings(deps, actor, params.conversationId, change) };
  });

  handle(app, listMembers, async ({ actor, params, query }) => {
    const page = { ...query, limit: query.limit ?? conversationLimits.membersPage };
    const { members, nextCursor } = await conversations.listMembers(deps, actor, params.conversationId, page);
    return { data: members, nextCursor };
  });

  handle(app, removeConversation, async ({ actor, params }) => {
    await reading.removeConversation(deps, actor, params.conversationId);
    return { data: { id: params.conversationId } };
  });

  handle(app, listPinnedMessages, async ({ actor, params }) => ({
    data: await pinned.listPinnedMessages(deps, actor, params.conversationId),
  }));

  handle(app, pinMessage, async ({ actor, params }) => ({
    data: await pinned.pinMessage(deps, actor, params.conversationId, params.messageId),
  }));

  handle(app, unpinMessage, async ({ actor, params }) => ({
    data: await pinned.unpinMessage(deps, actor, params.conversationId, params.messageId),
  }));

  privateRoutes(app, deps, writer);

  handle(app, getLinkPreview, async ({ query }) => ({ data: await previews.of(query.url) }));
}
