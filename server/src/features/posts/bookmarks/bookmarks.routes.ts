import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as bookmarks from './bookmarks.service.ts';

export function bookmarksRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, addBookmark, async ({ actor, body }) => {
    const bookmark = await bookmarks.addBookmark(deps, actor, body.messageId);
    return {
      data: {
        messageId: bookmark.postId,
        userId: bookmark.userId,
        createdAt: bookmark.createdAt.toISOString(),
      },
    };
  });

  handle(app, removeBookmark, async ({ actor, body }) => {
    await bookmarks.removeBookmark(deps, actor, body.messageId);
    return { data: null };
  });
}
