export const blocks = {
  title: '已拉黑的人',
  text: '被你拉黑的人无法给你发消息，你们彼此也看不到对方。',
  show: '查看',
  showAll: '查看已拉黑的人',
  none: '没有拉黑任何人',
  noneText: '可以在对方的个人资料页拉黑。',
  loadFailed: '无法加载已拉黑的人。',
  more: '加载更多',
  since: '{date}拉黑',
  block: '拉黑',
  unblock: '取消拉黑',
  unblockOf: '取消拉黑 {name}',
  question: '拉黑 {name}？',
  confirm: '确定要拉黑 {name} 吗？对方将无法给你发消息。',
  publicPosts: '未登录的人仍然能看到公开的帖子，无论是你的还是对方的。',
  untold: '{name} 不会收到通知。你可以随时在这里或设置中取消拉黑。',
  reason: '原因（可选）',
  reasonHint: '只有你能看到。',
  blocked: '已拉黑 {name}。',
  unblocked: '已取消拉黑 {name}。',
  blockFailed: '拉黑失败，请重试。',
  unblockFailed: '取消拉黑失败，请重试。',
  you: '你已拉黑 {name}。',
};

export const blocksErrors = {
  BLOCK_YOURSELF: '不能拉黑自己',
};
