export const welcome = {
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
  communityGuidelines: 'コミュニティガイドライン',
  promise: '販売せず、正確な位置は選んだときだけ',
};
