export const bookmarks = {
  add: '收藏',
  remove: '已收藏',
  signIn: '请登录后再收藏帖子。',
  failed: '更新收藏失败，请重试。',
};

export const bookmarksErrors = {
  BOOKMARK_SIGN_IN_REQUIRED: '登录后才能收藏帖子',
  UNBOOKMARK_SIGN_IN_REQUIRED: '登录后才能取消收藏',
  OWN_POST_BOOKMARK: '不能收藏自己的帖子',
};
