export const places = {
  find: '場所を探す',
  town: '町の名前',
  towns: '町',
  none: 'この名前で始まる町はありません',
  failed: '場所を調べられませんでした。もう一度お試しください。',
};
