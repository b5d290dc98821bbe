export const places = {
  find: '查找地点',
  town: '地名或坐标',
  towns: '城镇',
  near: '{country}，{town}附近',
  coordinates: '坐标',
  none: '没有以此开头的地点',
  failed: '无法查找地点，请重试。',
};

export const placesErrors = {
  POSITION_REQUIRED: '需要位置权限',
  PUBLIC_POSITION_REQUIRED: '未登录浏览需要提供位置',
  POSITION_INCOMPLETE: 'latitude、longitude 和 radiusKm 必须同时提供',
  BOX_INCOMPLETE: 'west、south、east 和 north 必须同时提供',
};
