export const presence = {
  online: 'オンライン',
  lastSeen: '最終アクティブ：{time}',
  near: {
    title: '近くでオンラインの人',
    within: '{distance}以内',
    count_other: '近くで{count}人がオンラインです',
    nobody: '居場所を共有している人で、いま近くでオンラインの人はいません。',
    recent: '少し前までオンライン',
    recently: '{time}にここにいました',
    failed: '近くでオンラインの人を読み込めませんでした。',
    connecting: '周りを探しています…',
    came: '{name}さんが近くでオンラインになりました',
  },
};

export const presenceErrors = {
  LOCATION_SHARING_OFF: '先にプロフィールで位置情報の共有をオンにしてください',
};
