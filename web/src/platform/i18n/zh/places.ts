export const places = {
  find: '查找地点',
  town: '城镇名称',
  towns: '城镇',
  none: '没有以此开头的城镇',
  failed: '无法查找地点，请重试。',
};
