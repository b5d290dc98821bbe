export const identity = {
  adult: '18歳以上であり、約束と利用規約に同意します。',
  signIn: 'サインイン',
  signingIn: 'サインイン中',
  signedIn: 'サインインしました',
  signOut: 'サインアウト',
  signingOut: 'サインアウト中',
  signOutFailed: 'サインアウトできませんでした',
  signInError: 'サインイン中にエラーが発生しました。もう一度お試しください。',
  menu: 'あなたのメニュー',
  welcomeBack: '{name}さん、ようこそ',
  sessionEnded: 'セッションが終了しました。もう一度サインインしてください。',
};

export const account = {
  title: 'アカウント',
  download: {
    title: 'データをダウンロード',
    text: '写真を含め、Daziがあなたについて保存しているすべてをzipファイルで受け取れます。',
    start: 'ダウンロード',
    running: 'データを準備しています',
    received: '{size}を受信',
    cancel: 'ダウンロードを中止',
    done: 'データをダウンロードしました',
    failed: 'データをダウンロードできませんでした。',
    again: 'もう一度ダウンロード',
  },
  deletion: {
    title: 'アカウントを削除',
    text: 'すぐに非表示になり、30日以内に完全に消去されます。',
    action: '削除',
    question: 'アカウントを削除しますか？',
    atOnce:
      'プロフィール、投稿、コメント、リアクション、写真はすぐに誰からも見えなくなり、すべての端末でサインアウトします。',
    until: '29日間は、もう一度サインインすればすべて元に戻せます。',
    afterwards: 'その後、データは完全に消去されます。ほかの人の返信は、あなたの名前なしで残ります。',
    word: '削除',
    confirm: '確認のため「{word}」と入力してください',
    failed: 'アカウントを削除できませんでした。',
  },
  farewell: {
    title: 'アカウントを削除しました',
    text: 'もう誰からも見えません。{date}まではサインインして元に戻せます。その後、データは完全に消去されます。',
    close: 'OK',
  },
  restore: {
    title: 'アカウントを元に戻しますか？',
    text: '{name}さん、このアカウントは{left}に削除されました。{date}までは元に戻すことができ、すべて以前のままになります。その後、データは完全に消去されます。',
    action: '元に戻す',
    done: 'アカウントが以前のまま戻りました。',
    failed: 'アカウントを元に戻せませんでした。',
  },
};

export const identityErrors = {
  NO_CREDENTIAL: '{provider}から認証情報を受け取れませんでした',
  INVALID_IDENTITY_TOKEN: '{provider}のトークンが無効です',
  SIGN_IN_CANCELLED: 'サインインがキャンセルされました',
  SIGN_IN_FAILED: 'サインインできませんでした。もう一度お試しください。',
  PROFILE_FETCH_FAILED: 'プロフィールを取得できませんでした：{status}',
  USER_CREATION_FAILED:
    '認証に失敗しました：データベースにユーザーを作成できません。もう一度お試しください。',
  SIGN_IN_NOT_INITIALISED: 'Googleの認証サービスが初期化されていません',
  SIGN_IN_UNREACHABLE: 'Googleの認証サービスを読み込めませんでした',
  ACCOUNT_NOT_LEFT: 'このアカウントは削除されていません',
  EXPORT_RUNNING: 'データはすでにダウンロード中です',
};
