export const errors = {
  unknown: '不明なエラーが発生しました',
  NETWORK: 'ネットワークエラー',

  INVALID_INPUT: '入力内容が正しくありません',
  INVALID_JSON: 'リクエストが正しいJSONではありません',
  UNKNOWN_HOST: 'このサーバーはそのホスト名には応答しません',
  SIGN_IN_REQUIRED: '続けるにはサインインしてください',
  NOT_YOURSELF: '自分以外として操作することはできません',
  FORBIDDEN: 'この操作は許可されていません',
  FOREIGN_ORIGIN: 'ほかのサイトからのリクエストは受け付けません',
  NOT_FOUND: '見つかりません',
  TOO_LARGE: 'リクエストが大きすぎます',
  TOO_MANY_REQUESTS: 'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
  INTERNAL: '問題が発生しました',
  UNAVAILABLE: 'サービスは一時的に利用できません。もう一度お試しください。',

  NO_CREDENTIAL: '{provider}から認証情報を受け取れませんでした',
  INVALID_IDENTITY_TOKEN: '{provider}のトークンが無効です',
  SIGN_IN_CANCELLED: 'サインインがキャンセルされました',
  SIGN_IN_FAILED: 'サインインできませんでした。もう一度お試しください。',
  PROFILE_FETCH_FAILED: 'プロフィールを取得できませんでした：{status}',
  USER_CREATION_FAILED:
    '認証に失敗しました：データベースにユーザーを作成できません。もう一度お試しください。',
  SIGN_IN_NOT_INITIALISED: 'Googleの認証サービスが初期化されていません',
  SIGN_IN_UNREACHABLE: 'Googleの認証サービスを読み込めませんでした',
  ACCOUNT_LEFT: 'このアカウントは削除されています。続けるには元に戻してください。',
  ACCOUNT_NOT_LEFT: 'このアカウントは削除されていません',
  EXPORT_RUNNING: 'データはすでにダウンロード中です',

  POSITION_REQUIRED: '位置情報へのアクセスが必要です',
  PUBLIC_POSITION_REQUIRED: 'サインインせずに見るには位置情報が必要です',
  STREAM_UNKNOWN: 'このストリームは接続されていません',

  INVALID_IMAGE: '画像の形式が正しくありません',
  IMAGE_TOO_LARGE: '画像が大きすぎます',
  TOO_MANY_FILES: 'ファイルは4個までです',
  UPLOADS_BUSY: 'アップロードが集中しています。もう一度お試しください。',

  PROFILE_NOT_FOUND: 'プロフィールが見つかりません',
  AVATAR_INVALID: '選んだファイルは使えません',

  POST_SIGN_IN_REQUIRED: '投稿するにはサインインが必要です',
  DELETE_SIGN_IN_REQUIRED: '投稿を削除するにはサインインが必要です',
  POST_EMPTY: 'メッセージを入力するか、メディアを追加してください。',
  POST_TOO_LONG: 'メッセージは300文字までです',
  POST_GENDER_MISSING: '投稿する前に、プロフィールで性別を設定してください',
  POST_POSITION_MISSING: '投稿には位置情報が必要です。位置情報へのアクセスを許可してください。',
  POST_EXPIRED: '公開より前に消える投稿はできません',
  POST_NOT_FOUND: '投稿が見つかりません',
  NOT_YOUR_POST: '削除できるのは自分の投稿だけです',

  REACTION_SIGN_IN_REQUIRED: 'リアクションするにはログインしてください',

  COMMENT_SIGN_IN_REQUIRED: 'コメントするにはログインが必要です。',
  COMMENT_EMPTY: 'コメントを入力してください',
  COMMENT_TOO_LONG: 'コメントは1000文字までです',
  COMMENT_TOO_DEEP: '返信は3段階までです',
  COMMENT_TREE_FULL: 'このコメントにはすでに200件の返信があります。新しいコメントを書いてください。',
  COMMENT_NOT_FOUND: 'コメントが見つかりません',
  NOT_YOUR_COMMENT: '削除できるのは自分のコメントだけです',

  BOOKMARK_SIGN_IN_REQUIRED: '投稿をブックマークするにはサインインが必要です',
  UNBOOKMARK_SIGN_IN_REQUIRED: 'ブックマークを外すにはサインインが必要です',
  OWN_POST_BOOKMARK: '自分の投稿はブックマークできません',

  REPORT_SIGN_IN_REQUIRED: '報告するにはサインインしてください',
  REPORT_REPEATED: 'すでに報告済みです',
  OWN_REPORT: '自分を報告することはできません',
  PERSON_NOT_FOUND: '人が見つかりません',
  REPORT_NOT_FOUND: 'これについての未対応の報告はありません',
  NOT_REMOVABLE: 'これは削除できません',

  POSITION_INCOMPLETE: 'latitude、longitude、radiusKmはそろえて指定してください',
  BOX_INCOMPLETE: 'west、south、east、northはそろえて指定してください',

  DEMO_TOWN_CLOSED: 'デモの町を読み込めるのはデモモードだけです',
  DEMO_TOWN_LOADED: '投稿がすでにあります。デモの町は空のサーバーにだけ作れます',
};
