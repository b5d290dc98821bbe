export const media = {
  openPicture: '写真 {number} / {count}',
  pictureBy: '{name}さんの写真',
  openVideo: '動画 {number} / {count}',
  videoBy: '{name}さんの動画',
  videoUnavailable: '動画を再生できません',
  download: 'ダウンロード',
  failed: 'メディアを読み込めませんでした',
  failedText: 'ファイルが壊れているか、すでに利用できない可能性があります',
  count: '{number} / {count}',
  gallery: '写真ギャラリー',
  previous: '前へ',
  next: '次へ',
};
