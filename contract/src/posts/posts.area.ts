import { defineArea } from '../kernel/area.ts';
import * as blurring from './blurring.ts';
import * as bookmarks from './bookmarks.ts';
import * as comments from './comments.ts';
import * as mapCounts from './map-counts.ts';
import { postEvents } from './post-events.ts';
import * as postViews from './post-views.ts';
import * as posts from './posts.ts';
import { postsNotices } from './posts-notices.ts';
import * as reactions from './reactions.ts';

export const postsArea = defineArea('posts', {
  errors: {
    ...posts.postsErrors,
    ...reactions.reactionsErrors,
    ...comments.commentsErrors,
    ...bookmarks.bookmarksErrors,
  },
  calls: [posts, blurring, mapCounts, reactions, comments, bookmarks, postViews],
  events: { area: postEvents },
  notices: postsNotices,
});
