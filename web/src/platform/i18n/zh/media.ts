export const media = {
  openPicture: '第{number}张，共{count}张',
  pictureBy: '{name} 的图片',
  openVideo: '视频{number}，共{count}个',
  videoBy: '{name} 的视频',
  videoUnavailable: '视频无法播放',
  download: '下载',
  failed: '媒体加载失败',
  failedText: '文件可能已损坏或不再可用',
  count: '{number} / {count}',
  gallery: '图片浏览',
  previous: '上一张',
  next: '下一张',
};
