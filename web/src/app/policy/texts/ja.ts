export const policy = {
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  lastUpdated: '最終更新日：{date}',
  sections: '目次',
  failed: '本文を読み込めませんでした。',
};
