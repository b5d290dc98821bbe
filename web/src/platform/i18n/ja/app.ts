export const app = {
  post: '投稿',
  messages: 'メッセージ',
  conversations: '会話',
  profile: 'プロフィール',
  settings: '設定',
  language: '言語',
  theme: 'テーマ',
  themes: { system: '自動', light: 'ライト', dark: 'ダーク' },
  termsAndPolicy: '利用規約とポリシー',
  map: '地図',
  backToMap: '地図に戻る',
  goToHome: 'ホームへ',
  demo: {
    label: 'デモモード - 認証は未設定です',
    help: 'デモモードについて',
    title: 'このDaziはデモモードで動いています',
    signIn:
      'サインイン用のクライアントIDが設定されていないため、サーバー自身がサインインを行います。実際のプロバイダーを使うには、OIDC_CLIENT_IDとOIDC_ISSUER、またはGOOGLE_CLIENT_IDを設定して起動し直してください。',
    map: '地図はキーなしで使えます。Googleマップのキーは任意です。',
    dismiss: '閉じる',
  },
  welcome: {
    // Somebody's words, shown as they were written.
    previewPosts: {
      first: 'Board games at the café by the pond tonight?',
      second: '土曜の朝、5キロ走りませんか',
    },
    headline: '地元のコミュニティとつながろう',
    text: '近くの人が何をしているのかをのぞいて、声をかけてみましょう。見るだけならアカウントは要りません。',
    enter: '入る',
    preview: '公園と運河沿いに投稿が並ぶ町の地図',
    privacyPolicy: 'プライバシーポリシー',
    locationDataUsage: '位置情報の利用',
    promise: '販売せず、正確な位置も見せません',
  },
  policy: {
    terms: '利用規約',
    privacy: 'プライバシーポリシー',
    lastUpdated: '最終更新日：{date}',
    sections: '目次',
    failed: '本文を読み込めませんでした。',
  },
  notFound: {
    title: 'ここには何もありません',
    text: 'アドレスが古いか、入力が間違っているのかもしれません。',
  },
  myPosts: { title: '自分の投稿', signIn: '自分の投稿を見るにはサインインしてください' },
};
