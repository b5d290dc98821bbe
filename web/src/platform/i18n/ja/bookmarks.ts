export const bookmarks = {
  add: 'ブックマーク',
  remove: 'ブックマーク済み',
  signIn: 'ブックマークするにはサインインしてください。',
  failed: 'ブックマークを更新できませんでした。もう一度お試しください。',
};
