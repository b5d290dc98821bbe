export const places = {
  find: '場所を探す',
  town: '地名または座標',
  towns: '町',
  near: '{country}、{town}付近',
  coordinates: '座標',
  none: 'この名前で始まる場所はありません',
  failed: '場所を調べられませんでした。もう一度お試しください。',
};

export const placesErrors = {
  POSITION_REQUIRED: '位置情報へのアクセスが必要です',
  PUBLIC_POSITION_REQUIRED: 'サインインせずに見るには位置情報が必要です',
  POSITION_INCOMPLETE: 'latitude、longitude、radiusKmはそろえて指定してください',
  BOX_INCOMPLETE: 'west、south、east、northはそろえて指定してください',
};
