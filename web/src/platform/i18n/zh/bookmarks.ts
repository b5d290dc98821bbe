export const bookmarks = {
  add: '收藏',
  remove: '已收藏',
  signIn: '请登录后再收藏帖子。',
  failed: '更新收藏失败，请重试。',
};
