export const reactions = {
  title: 'リアクション',
  add: 'リアクションを追加',
  countOf: '{kind}：{count}',
  kinds: {
    agree: '賛成',
    heart: '大好き',
    laugh: '面白い',
    surprise: 'すごい',
    sad: '悲しい',
    like: 'いいね',
  },
  addFailed: 'リアクションを追加できませんでした',
  removeFailed: 'リアクションを取り消せませんでした',
};

export const reactionsErrors = {
  REACTION_SIGN_IN_REQUIRED: 'リアクションするにはサインインしてください',
};
