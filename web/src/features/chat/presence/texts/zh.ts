export const presence = {
  online: '在线',
  lastSeen: '上次在线：{time}',
  near: {
    title: '附近在线的人',
    within: '{distance}以内',
    count_other: '附近有{count}人在线',
    nobody: '目前附近没有共享位置的人在线。',
    recent: '刚才在线',
    recently: '{time}在这里',
    failed: '无法加载附近在线的人。',
    connecting: '正在查看周围…',
    came: '{name} 在你附近上线了',
  },
};

export const presenceErrors = {
  LOCATION_SHARING_OFF: '请先在个人资料中打开位置共享',
};
