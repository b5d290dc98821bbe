export const places = {
  find: '場所を探す',
  town: '地名、座標、地図のリンク',
  towns: '町',
  near: '{country}、{town}付近',
  kindNear: '{kind}、{near}',
  of: {
    coordinates: '座標',
    plusCode: 'Plus Code',
    street: '通り',
    station: '駅',
    quarter: '地区',
    town: '町',
    park: '公園',
  },
  from: {
    google: 'Googleマップから',
    apple: 'Appleマップから',
    openStreetMap: 'OpenStreetMapから',
    amap: 'Amap（高徳地図）から',
    plusCodes: 'plus.codesから',
    geo: '地図のリンクから',
  },
  link: {
    short: '短縮リンクは開きません。ブラウザーで開いて、長いアドレスを貼り付けてください。',
    noPlace: 'このリンクには座標がありません。',
  },
  none: 'この名前で始まる場所はありません',
  failed: '場所を調べられませんでした。もう一度お試しください。',
};

export const placesErrors = {
  POSITION_REQUIRED: '位置情報へのアクセスが必要です',
  PUBLIC_POSITION_REQUIRED: 'サインインせずに見るには位置情報が必要です',
  POSITION_INCOMPLETE: 'latitude、longitude、radiusKmはそろえて指定してください',
  BOX_INCOMPLETE: 'west、south、east、northはそろえて指定してください',
};
