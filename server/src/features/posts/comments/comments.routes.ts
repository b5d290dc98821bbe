import { defaultPageSize } from '@dazi/contract/kernel/page-sizes';
import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import type { FastifyInstance } from 'fastify';
import type { Knows } from '#features/identity/identity.service.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as comments from './comments.service.ts';

export function commentsRoutes(app: FastifyInstance, deps: Deps, knows: Knows): void {
  handle(app, listComments, async ({ viewer, query }) => {
    const page = { cursor: query.cursor, limit: query.limit ?? defaultPageSize };
    const { trees, nextCursor } = await comments.listComments(deps, viewer, query.messageId, page);
    return { data: trees as never, nextCursor };
  });

  handle(app, addComment, async ({ actor, body }) => ({
    data: (await comments.addComment(deps, knows, actor, {
      postId: body.messageId,
      parentId: body.parentId ?? null,
      content: body.content,
      clientId: body.clientId,
    })) as never,
  }));

  handle(app, removeComment, async ({ actor, params }) => {
    await comments.removeComment(deps, actor, params.commentId);
    return { data: { id: params.commentId } };
  });
}
