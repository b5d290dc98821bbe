export const notifications = {
  title: 'お知らせ',
  markAllRead: 'すべて既読にする',
  clearAll: 'すべて消去',
  enable: '有効にする',
  off: 'ブラウザーの通知はオフです。',
  denied: 'ブラウザーがDaziの通知をブロックしています。このサイトの設定で許可してください。',
  insecure: 'ブラウザーが通知を表示するのは、安全な接続で開いたページだけです。https で開いてください。',
  empty: '新しいお知らせはありません',
  emptyText: 'メッセージ、返信、リアクション、参加リクエストがあると、ベルでお知らせします。',
  failed: 'お知らせを読み込めませんでした。',
  remove: '削除：{title}',
  removeFailed: 'お知らせを消去できませんでした。もう一度お試しください。',
  markReadFailed: 'お知らせを既読にできませんでした。もう一度お試しください。',
  time: { now: '今', minutes: '{count}分前', hours: '{count}時間前', days: '{count}日前' },
  settings: {
    title: 'お知らせ',
    newMessages: 'メッセージ、コメント、返信',
    reactions: '自分の投稿やメッセージへのリアクション',
    nearbyActivity: '近くの新しい投稿',
    nearbyActivityHint: '位置を共有しているあいだ、1時間に1回まで。',
    cityUpdates: '街とグループのお知らせ',
    quietHours: 'おやすみ時間',
    quietHoursHint: '通知の表示とプッシュを止めます。一覧には残ります。',
    from: '開始',
    to: '終了',
    push: 'この端末へのプッシュ通知',
    pushHint:
      'Daziを開いていないときも届きます。この端末のサインアウトとともに終わります。通常は24時間後、サインインしたままにする場合は最後の利用から30日後です。',
    pushMissing:
      'このブラウザーではプッシュ通知を使えません。iPhone や iPad では、共有メニューから Dazi をホーム画面に追加すると届くようになります。',
    pushFailed:
      'このブラウザーでは設定できませんでした。プライベートウィンドウでは使えません。もう一度お試しください。',
    previews: 'プッシュ通知に名前と内容を表示',
    previewsHint: 'オフのときは、新しいお知らせがあることだけを伝えます。',
    digest: '週に1回のメール',
    digestHint:
      '{address}宛て。未読とこれからの集まりの数だけをお知らせします。メールのリンクからいつでも停止できます。',
  },
};

export const notificationsErrors = {
  TIME_ZONE_UNKNOWN: 'このタイムゾーンは使えません',
  PUSH_ADDRESS_REFUSED: 'このアドレスはプッシュサービスのものではありません',
  PUSH_KEYS_INVALID: 'プッシュ通知の鍵が正しくありません',
  MAIL_NOT_OFFERED: 'このサーバーはメールを送りません',
  MAIL_ADDRESS_MISSING: 'サインインで確認されたメールアドレスがありません',
};
