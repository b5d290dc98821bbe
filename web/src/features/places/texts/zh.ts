export const places = {
  find: '查找地点',
  town: '地名、坐标或地图链接',
  towns: '城镇',
  near: '{country}，{town}附近',
  kindNear: '{kind}，{near}',
  of: {
    coordinates: '坐标',
    plusCode: 'Plus Code',
    street: '街道',
    station: '车站',
    quarter: '街区',
    town: '城镇',
    park: '公园',
  },
  from: {
    google: '来自 Google 地图',
    apple: '来自 Apple 地图',
    openStreetMap: '来自 OpenStreetMap',
    amap: '来自高德地图',
    plusCodes: '来自 plus.codes',
    geo: '来自地图链接',
  },
  link: {
    short: '这里不会打开短链接。请在浏览器中打开，再粘贴完整网址。',
    noPlace: '这个链接里没有坐标。',
  },
  none: '没有以此开头的地点',
  failed: '无法查找地点，请重试。',
};

export const placesErrors = {
  POSITION_REQUIRED: '需要位置权限',
  PUBLIC_POSITION_REQUIRED: '未登录浏览需要提供位置',
  POSITION_INCOMPLETE: 'latitude、longitude 和 radiusKm 必须同时提供',
  BOX_INCOMPLETE: 'west、south、east 和 north 必须同时提供',
};
