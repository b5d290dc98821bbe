import {
  answerMessageRequest,
  markPrivateMessageRead,
  openRequestPart,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as conversations from './conversations.service.ts';
import * as reading from './reading.service.ts';

export function privateRoutes(app: FastifyInstance, deps: Deps, writer: conversations.MessageWriter): void {
  handle(app, startConversation, async ({ actor, body }) => ({
    data: await conversations.startConversation(deps, actor, body.otherUserId),
  }));

  handle(app, sendPrivateMessage, async ({ actor, body }) => {
    const { userId: _own, ...input } = body;
    return { data: await conversations.sendPrivateMessage(deps, writer, actor, input) };
  });

  handle(app, markPrivateMessageRead, async ({ actor, params }) => ({
    data: await reading.markPrivateMessageRead(deps, actor, params.messageId),
  }));

  handle(app, openRequestPart, async ({ actor, params: { conversationId, messageId } }) => ({
    data: await conversations.openRequestPart(deps, actor, conversationId, messageId),
  }));

  handle(app, answerMessageRequest, async ({ actor, params, body }) => {
    const { conversationId } = params;
    const messageRequest = await conversations.answerRequest(deps, actor, conversationId, body.action);
    return { data: { id: conversationId, messageRequest } };
  });
}
