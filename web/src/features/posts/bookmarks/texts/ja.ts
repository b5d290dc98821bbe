export const bookmarks = {
  add: 'ブックマーク',
  remove: 'ブックマーク済み',
  signIn: 'ブックマークするにはサインインしてください。',
  failed: 'ブックマークを更新できませんでした。もう一度お試しください。',
};

export const bookmarksErrors = {
  BOOKMARK_SIGN_IN_REQUIRED: '投稿をブックマークするにはサインインが必要です',
  UNBOOKMARK_SIGN_IN_REQUIRED: 'ブックマークを外すにはサインインが必要です',
  OWN_POST_BOOKMARK: '自分の投稿はブックマークできません',
};
