export const policy = {
  terms: '使用条款',
  privacy: '隐私政策',
  lastUpdated: '最后更新：{date}',
  sections: '目录',
  failed: '正文加载失败。',
};
