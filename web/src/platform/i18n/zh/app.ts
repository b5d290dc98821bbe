export const app = {
  post: '发布',
  messages: '消息',
  conversations: '会话',
  profile: '个人资料',
  settings: '设置',
  language: '语言',
  theme: '主题',
  themes: { system: '自动', light: '浅色', dark: '深色' },
  termsAndPolicy: '条款与政策',
  map: '地图',
  backToMap: '返回地图',
  goToHome: '返回首页',
  demo: {
    label: '演示模式 - 未配置登录',
    help: '关于演示模式',
    title: '这个 Dazi 正在演示模式下运行',
    signIn:
      '没有设置登录用的客户端 ID，所以由服务器自己完成登录。要使用真正的身份提供方，请设置 OIDC_CLIENT_ID 和 OIDC_ISSUER，或 GOOGLE_CLIENT_ID，然后重新启动。',
    map: '地图不需要密钥。Google 地图密钥是可选的。',
    dismiss: '知道了',
  },
  welcome: {
    // Somebody's words, shown as they were written.
    previewPosts: {
      first: 'Board games at the café by the pond tonight?',
      second: '土曜の朝、5キロ走りませんか',
    },
    headline: '与身边的社区相连',
    text: '看看周围的人在做什么，打个招呼。随便逛逛不需要账号。',
    enter: '进入',
    preview: '一张小城地图，公园里和运河边有人发了帖子',
    privacyPolicy: '隐私政策',
    locationDataUsage: '位置数据使用',
    promise: '绝不出售，绝不公开确切位置',
  },
  policy: {
    terms: '使用条款',
    privacy: '隐私政策',
    lastUpdated: '最后更新：{date}',
    sections: '目录',
    failed: '正文加载失败。',
  },
  notFound: {
    title: '这里什么也没有',
    text: '这个地址可能已经失效，或者输入有误。',
  },
  myPosts: { title: '我的帖子', signIn: '请登录后查看你的帖子' },
};
