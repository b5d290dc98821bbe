import type { DemoPost } from './post.data.ts';
import { earlierEnglishPosts } from './posts-en-earlier.data.ts';
import { recentEnglishPosts } from './posts-en-recent.data.ts';
import { japanesePosts } from './posts-ja.data.ts';
import { chinesePosts } from './posts-zh.data.ts';

export type { DemoComment, DemoPost } from './post.data.ts';

export const demoPosts: readonly DemoPost[] = [
  ...recentEnglishPosts,
  ...earlierEnglishPosts,
  ...japanesePosts,
  ...chinesePosts,
].toSorted((one, other) => one.minutesAgo - other.minutesAgo);
