export const reactions = {
  title: '回应',
  add: '添加回应',
  countOf: '{kind}：{count}',
  kinds: { agree: '赞同', heart: '喜爱', laugh: '好笑', surprise: '惊讶', sad: '难过', like: '赞' },
  addFailed: '添加回应失败',
  removeFailed: '移除回应失败',
};

export const reactionsErrors = {
  REACTION_SIGN_IN_REQUIRED: '请登录后添加回应',
};
