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
