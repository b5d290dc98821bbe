export const welcome = {
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
  communityGuidelines: '社区准则',
  promise: '绝不出售，只在你选择时才公开确切位置',
};
