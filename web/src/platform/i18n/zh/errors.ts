export const errors = {
  unknown: '发生未知错误',
  NETWORK: '网络错误',

  INVALID_INPUT: '输入无效',
  INVALID_JSON: '请求不是有效的 JSON',
  UNKNOWN_HOST: '此服务器不响应该主机名',
  SIGN_IN_REQUIRED: '请登录后继续',
  NOT_YOURSELF: '你只能以自己的身份操作',
  FORBIDDEN: '你无权执行此操作',
  FOREIGN_ORIGIN: '拒绝来自其他网站的请求',
  NOT_FOUND: '未找到',
  TOO_LARGE: '请求过大',
  TOO_MANY_REQUESTS: '请求过多，请稍后再试。',
  tooManyIn_other: '请求过多，请在 {count} 秒后重试。',
  INTERNAL: '出错了',
  UNAVAILABLE: '服务暂时不可用，请重试。',

  NO_CREDENTIAL: '未收到来自 {provider} 的凭据',
  INVALID_IDENTITY_TOKEN: '{provider} 令牌无效',
  SIGN_IN_CANCELLED: '用户取消了登录',
  SIGN_IN_FAILED: '登录失败，请重试。',
  PROFILE_FETCH_FAILED: '获取个人资料失败：{status}',
  USER_CREATION_FAILED: '认证失败：无法在数据库中创建用户。请重试。',
  SIGN_IN_NOT_INITIALISED: 'Google 身份服务尚未初始化',
  SIGN_IN_UNREACHABLE: '无法加载 Google 身份服务',

  POSITION_REQUIRED: '需要位置权限',
  PUBLIC_POSITION_REQUIRED: '未登录浏览需要提供位置',
  STREAM_UNKNOWN: '此数据流未连接',

  INVALID_IMAGE: '图片格式无效',
  IMAGE_TOO_LARGE: '图片过大',
  TOO_MANY_FILES: '最多允许 4 个文件',
  UPLOADS_BUSY: '同时上传的内容过多，请重试。',

  PROFILE_NOT_FOUND: '未找到个人资料',
  AVATAR_INVALID: '所选文件无效',

  POST_SIGN_IN_REQUIRED: '登录后才能发帖',
  DELETE_SIGN_IN_REQUIRED: '登录后才能删除帖子',
  POST_EMPTY: '请输入内容或添加媒体。',
  POST_TOO_LONG: '内容最多 300 个字符',
  POST_GENDER_MISSING: '发帖前请先在个人资料中设置性别',
  POST_POSITION_MISSING: '发帖需要位置信息。请允许访问位置。',
  POST_EXPIRED: '帖子不能在发布之前消失',
  POST_NOT_FOUND: '未找到帖子',
  NOT_YOUR_POST: '你只能删除自己的帖子',

  REACTION_SIGN_IN_REQUIRED: '请登录后添加回应',

  COMMENT_SIGN_IN_REQUIRED: '登录后才能评论。',
  COMMENT_EMPTY: '评论不能为空',
  COMMENT_TOO_LONG: '评论最多 1000 个字符',
  COMMENT_TOO_DEEP: '回复最多三层',
  COMMENT_TREE_FULL: '这条评论已有 200 条回复，请另发一条评论。',
  COMMENT_NOT_FOUND: '未找到评论',
  NOT_YOUR_COMMENT: '你只能删除自己的评论',

  BOOKMARK_SIGN_IN_REQUIRED: '登录后才能收藏帖子',
  UNBOOKMARK_SIGN_IN_REQUIRED: '登录后才能取消收藏',
  OWN_POST_BOOKMARK: '不能收藏自己的帖子',

  POSITION_INCOMPLETE: 'latitude、longitude 和 radiusKm 必须同时提供',
  BOX_INCOMPLETE: 'west、south、east 和 north 必须同时提供',

  DEMO_TOWN_CLOSED: '只有在演示模式下才能加载演示小城',
  DEMO_TOWN_LOADED: '已经有帖子了；演示小镇只能建在空的服务器上',
};
