export const demoTown = {
  title: 'まだ静かです',
  text: 'このデモサーバーにはまだ投稿がありません。小さな架空の町を読み込んで、Daziの雰囲気を見てみましょう。',
  load: 'デモの町を読み込む',
  loading: '読み込み中',
  loaded_other: 'デモの町ができました：投稿{count}件',
  failed: 'デモの町を読み込めませんでした',
};

export const demoTownErrors = {
  DEMO_TOWN_CLOSED: 'デモの町を読み込めるのはデモモードだけです',
  DEMO_TOWN_LOADED: '投稿がすでにあります。デモの町は空のサーバーにだけ作れます',
};
