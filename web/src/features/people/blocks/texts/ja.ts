export const blocks = {
  title: 'ブロックした人',
  text: 'ブロックした人はあなたにメッセージを送れず、お互いが見えなくなります。',
  show: '表示',
  showAll: 'ブロックした人を表示',
  none: 'ブロックしている人はいません',
  noneText: '相手のプロフィールからブロックできます。',
  loadFailed: 'ブロックした人を読み込めませんでした。',
  more: 'さらに読み込む',
  since: '{date}にブロック',
  block: 'ブロック',
  unblock: 'ブロックを解除',
  unblockOf: '{name}さんのブロックを解除',
  question: '{name}さんをブロックしますか？',
  confirm: '本当に{name}さんをブロックしますか？ あなたにメッセージを送れなくなります。',
  publicPosts: '公開の投稿は、あなたのものも相手のものも、サインアウトしている人には引き続き見えます。',
  untold: '{name}さんには知らされません。ここか設定からいつでも解除できます。',
  restFailed:
    '{name}さんをブロックしましたが、集まりをやめられませんでした。それぞれの画面からやめられます。',
  reason: '理由（任意）',
  reasonHint: 'あなただけに表示されます。',
  blocked: '{name}さんをブロックしました。',
  unblocked: '{name}さんのブロックを解除しました。',
  blockFailed: 'ブロックできませんでした。もう一度お試しください。',
  unblockFailed: 'ブロックを解除できませんでした。もう一度お試しください。',
  you: '{name}さんをブロックしています。',
};

export const blocksErrors = {
  BLOCK_YOURSELF: '自分をブロックすることはできません',
};
