export const generalErrors = {
  unknown: '不明なエラーが発生しました',
  NETWORK: 'ネットワークエラー',
  INVALID_INPUT: '入力内容が正しくありません',
  INVALID_JSON: 'リクエストが正しいJSONではありません',
  UNKNOWN_HOST: 'このサーバーはそのホスト名には応答しません',
  SIGN_IN_REQUIRED: '続けるにはサインインしてください',
  ACCOUNT_LEFT: 'このアカウントは削除されています。続けるには元に戻してください。',
  NOT_YOURSELF: '自分以外として操作することはできません',
  FORBIDDEN: 'この操作は許可されていません',
  FOREIGN_ORIGIN: 'ほかのサイトからのリクエストは受け付けません',
  NOT_FOUND: '見つかりません',
  EXPECTATION_FAILED: 'Expectヘッダーの要求には対応していません',
  TOO_LARGE: 'リクエストが大きすぎます',
  TOO_MANY_REQUESTS: 'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
  tooManyIn_other: 'リクエストが多すぎます。{count}秒後にもう一度お試しください。',
  INTERNAL: '問題が発生しました',
  UNAVAILABLE: 'サービスは一時的に利用できません。もう一度お試しください。',
};

/** How long something lasts, in its largest whole unit. */
export const duration = {
  second_other: '{count}秒',
  minute_other: '{count}分',
  hour_other: '{count}時間',
  day_other: '{count}日',
};

/** Beside what a failed page says at once. */
export const failure = {
  details: 'エラーの詳細',
  copy: '詳細をコピー',
  copied: 'コピーしました。',
  byHand: 'ここではコピーできません。下の詳細を選択したので、手動でコピーしてください。',
  told: 'このサーバーの運営者に報告しました。',
  /** As failures end that ask for it, and a sentence. */
  tryAgain: 'もう一度お試しください。',
  end: '。',
};
