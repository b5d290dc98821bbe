export const generalErrors = {
  unknown: '发生未知错误',
  NETWORK: '网络错误',
  INVALID_INPUT: '输入无效',
  INVALID_JSON: '请求不是有效的 JSON',
  UNKNOWN_HOST: '此服务器不响应该主机名',
  SIGN_IN_REQUIRED: '请登录后继续',
  ACCOUNT_LEFT: '此账号已删除。请恢复后再继续。',
  NOT_YOURSELF: '你只能以自己的身份操作',
  FORBIDDEN: '你无权执行此操作',
  FOREIGN_ORIGIN: '拒绝来自其他网站的请求',
  NOT_FOUND: '未找到',
  EXPECTATION_FAILED: '服务器不支持 Expect 头所要求的行为',
  TOO_LARGE: '请求过大',
  TOO_MANY_REQUESTS: '请求过多，请稍后再试。',
  tooManyIn_other: '请求过多，请在{count}秒后重试。',
  INTERNAL: '出错了',
  UNAVAILABLE: '服务暂时不可用，请重试。',
};

/** How long something lasts, in its largest whole unit. */
export const duration = {
  second_other: '{count}秒',
  minute_other: '{count}分钟',
  hour_other: '{count}小时',
  day_other: '{count}天',
};

/** Beside what a failed page says at once. */
export const failure = {
  details: '错误详情',
  copy: '复制详情',
  copied: '已复制。',
  byHand: '此处无法复制。下方的详情已选中，请手动复制。',
  told: '已告知本服务器的运营者。',
  /** As failures end that ask for it, and a sentence. */
  tryAgain: '请重试。',
  end: '。',
};
