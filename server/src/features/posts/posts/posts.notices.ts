import { type AreaNotices, noticeKind } from '#platform/notices.ts';

/** Whoever is near is told of it by the notifications themselves, which know whom they told of what lately. */
export const postCreated = noticeKind<{ postId: string; authorId: string }>('post_created');
export const postChanged = noticeKind<{ postId: string }>('post_changed', 'thing');

export const postsNotices: AreaNotices = { codes: {}, rules: [], invalidating: [postChanged] };
