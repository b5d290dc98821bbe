export const identity = {
  signIn: '登录',
  signingIn: '正在登录',
  signedIn: '已登录',
  signOut: '退出登录',
  signingOut: '正在退出',
  signOutFailed: '退出登录失败',
  signInError: '登录出错，请重试。',
  menu: '你的菜单',
  welcomeBack: '欢迎，{name}',
  sessionEnded: '登录已过期，请重新登录。',
};

export const account = {
  title: '你的账号',
  download: {
    title: '下载我的数据',
    text: 'Dazi 存储的关于你的全部内容（包括图片），打包为一个 zip 文件。',
    start: '下载',
    running: '正在准备你的数据',
    received: '已接收 {size}',
    cancel: '取消下载',
    done: '你的数据已下载',
    failed: '无法下载你的数据。',
    again: '再次下载',
  },
  deletion: {
    title: '删除账号',
    text: '立即隐藏，并在30天内彻底清除。',
    action: '删除',
    question: '要删除你的账号吗？',
    atOnce: '你的个人资料、帖子、评论、回应和图片会立即对所有人隐藏，你将在所有设备上退出登录。',
    until: '29天内，你可以重新登录并恢复一切。',
    afterwards: '之后你的数据会被彻底清除。别人的回复会保留，但不再带有你的名字。',
    word: '删除',
    confirm: '输入“{word}”以确认',
    failed: '无法删除你的账号。',
  },
  farewell: {
    title: '你的账号已删除',
    text: '现在没有人能看到它了。在{date}之前，你可以登录并恢复；之后你的数据会被彻底清除。',
    close: '好',
  },
  restore: {
    title: '要恢复你的账号吗？',
    text: '{name}，你在{left}删除了这个账号。在{date}之前可以恢复，一切都会和原来一样。之后你的数据会被彻底清除。',
    action: '恢复',
    done: '你的账号已恢复如初。',
    failed: '无法恢复你的账号。',
  },
};

export const identityErrors = {
  NO_CREDENTIAL: '未收到来自 {provider} 的凭据',
  INVALID_IDENTITY_TOKEN: '{provider} 令牌无效',
  SIGN_IN_CANCELLED: '用户取消了登录',
  SIGN_IN_FAILED: '登录失败，请重试。',
  PROFILE_FETCH_FAILED: '获取个人资料失败：{status}',
  USER_CREATION_FAILED: '认证失败：无法在数据库中创建用户。请重试。',
  SIGN_IN_NOT_INITIALISED: 'Google 身份服务尚未初始化',
  SIGN_IN_UNREACHABLE: '无法加载 Google 身份服务',
  ACCOUNT_NOT_LEFT: '此账号未被删除',
  EXPORT_RUNNING: '你的数据正在下载',
};
