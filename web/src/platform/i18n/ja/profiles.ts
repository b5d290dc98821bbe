export const profiles = {
  updateFailed: 'プロフィールを更新できませんでした',
  saveFailed: 'プロフィールを保存できませんでした。もう一度お試しください。',
  displayName: '表示名',
  age: '年齢',
  ageRange: '年齢は{min}歳から{max}歳までで入力してください',
  nameMissing: '名前を入力してください',
  gender: '性別',
  genders: { none: 'なし', M: '男性', F: '女性' },
  settings: {
    position: 'ほかの人に見えるあなたの位置',
    approximate: 'おおよそ',
    recommended: 'おすすめ',
    approximateText: '1〜2 kmずらして表示します。同じ場所からはいつも同じずれ方です。',
    exact: '正確',
    higherRisk: 'リスク高め',
    exactText:
      '約11 m単位に丸めます。住んでいる通りまで分かるおそれがあり、ある場所からの正確な投稿は、同じ場所からのおおよその投稿が隠している位置も明かします。',
    privacyNote:
      '「正確」を選ばないかぎり、正確な座標がほかのユーザーに共有されることはありません。データを販売することもありません。',
    saved: '設定を保存しました',
    appearance: 'テーマと言語',
  },
  intro: {
    title: 'あなたについて',
    text: '近くの人には、あなたの書き込みと一緒にこれが見えます。いつでも変更できます。',
    save: 'これでOK',
    later: 'あとで',
    genderHint: '性別は投稿と一緒に表示されるため、投稿には設定が必要です。',
  },
};
