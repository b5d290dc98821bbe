export const places = {
  find: '查找地点',
  town: '地名或坐标',
  towns: '城镇',
  near: '{country}，{town}附近',
  coordinates: '坐标',
  none: '没有以此开头的地点',
  failed: '无法查找地点，请重试。',
};
