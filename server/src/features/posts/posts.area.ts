import { knowsPort } from '#features/identity/identity.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { bookmarksAccount } from './bookmarks/bookmarks.account.ts';
import { bookmarksRoutes } from './bookmarks/bookmarks.routes.ts';
import { commentsAccount } from './comments/comments.account.ts';
import { commentsNotices } from './comments/comments.notices.ts';
import { commentsRoutes } from './comments/comments.routes.ts';
import { reportableComment } from './comments/reportable-comments.service.ts';
import { postViewsRoutes } from './post-views/post-views.routes.ts';
import { getPost, planOfPostPort } from './post-views/post-views.service.ts';
import { postsAccount } from './posts/posts.account.ts';
import { postsJobs } from './posts/posts.jobs.ts';
import { postsNotices } from './posts/posts.notices.ts';
import { postsRoutes } from './posts/posts.routes.ts';
import { blurredAlongPort, mayReadPostMedia, viewOfPostPort } from './posts/posts.service.ts';
import { reportablePost } from './posts/reportable-posts.service.ts';
import { reactionsAccount } from './reactions/reactions.account.ts';
import { reactionsNotices } from './reactions/reactions.notices.ts';
import { reactionsRoutes } from './reactions/reactions.routes.ts';

export const postsArea: Area = {
  name: 'posts',
  routes(server, { deps, ports }) {
    postsRoutes(server, deps, ports.get(viewOfPostPort), ports.get(blurredAlongPort));
    reactionsRoutes(server, deps);
    commentsRoutes(server, deps, ports.get(knowsPort));
    bookmarksRoutes(server, deps);
    postViewsRoutes(server, deps, ports.get(planOfPostPort));
  },
  jobs: () => postsJobs,
  notices: [postsNotices, reactionsNotices, commentsNotices],
  accountParts: () => [postsAccount, reactionsAccount, commentsAccount, bookmarksAccount],
  mediaGuards: { post: mayReadPostMedia },
  reportTargets: () => ({ post: reportablePost, comment: reportableComment }),
  fills: [fill(viewOfPostPort, getPost)],
};
