export interface DemoWhisper {
  by: string;
  minutesAgo: number;
  text: string;
}

export interface DemoTalk {
  between: readonly [string, string];
  /** The second of them has read it up to the end. */
  isRead: boolean;
  lines: readonly DemoWhisper[];
}

/** The last two are of people who share no room: they wait in the lane of message requests. */
export const demoTalks: readonly DemoTalk[] = [
  {
    between: ['theo', 'mika'],
    isRead: false,
    lines: [
      {
        by: 'theo',
        minutesAgo: 2890,
        text: 'Can you bring the big table cloth on Tuesday? The train game scratches.',
      },
      { by: 'mika', minutesAgo: 2874, text: 'Only if I get to be the green trains.' },
      { by: 'theo', minutesAgo: 2871, text: 'Green is yours until you win with it.' },
      { by: 'mika', minutesAgo: 2868, text: 'So for one evening, then.' },
      { by: 'theo', minutesAgo: 74, text: 'I found the missing tunnel piece. It was in my coat all winter.' },
    ],
  },
  {
    between: ['mika', 'aoi'],
    isRead: true,
    lines: [
      { by: 'mika', minutesAgo: 1720, text: 'Your photo of the stairs is so good. May I draw from it?' },
      { by: 'aoi', minutesAgo: 1702, text: 'もちろんです。描けたら見せてくださいね' },
      { by: 'mika', minutesAgo: 1698, text: '約束します！' },
    ],
  },
  {
    between: ['xiaoyu', 'mika'],
    isRead: false,
    lines: [
      { by: 'xiaoyu', minutesAgo: 560, text: '周二我会早到半小时，要帮忙摆桌子吗？' },
      { by: 'mika', minutesAgo: 548, text: '太好了，谢谢！Six thirty at the back door.' },
      { by: 'xiaoyu', minutesAgo: 26, text: '好的，我再带一壶茶。' },
    ],
  },
  {
    between: ['naomi', 'makoto'],
    isRead: true,
    lines: [
      { by: 'naomi', minutesAgo: 4180, text: '木曜の店、予約しておきました。六人で大丈夫ですか？' },
      { by: 'makoto', minutesAgo: 4166, text: 'ありがとうございます。一人増えるかもしれません' },
      { by: 'naomi', minutesAgo: 4160, text: '七人にしておきますね' },
    ],
  },
  {
    between: ['linyi', 'jianguo'],
    isRead: true,
    lines: [
      { by: 'linyi', minutesAgo: 7190, text: '建国，周六能先去接 Walt 吗？他膝盖不太好。' },
      { by: 'jianguo', minutesAgo: 7172, text: '没问题，八点四十到他楼下。' },
      { by: 'linyi', minutesAgo: 7169, text: '太感谢了。' },
    ],
  },
  {
    between: ['emil', 'priya'],
    isRead: true,
    lines: [
      { by: 'emil', minutesAgo: 1462, text: 'Do you still have my headlamp?' },
      { by: 'priya', minutesAgo: 1455, text: 'Yes, and a guilty conscience. Tomorrow at the east end.' },
    ],
  },
  {
    between: ['kenta', 'mika'],
    isRead: false,
    lines: [
      {
        by: 'kenta',
        minutesAgo: 92,
        text: 'はじめまして。ボードゲーム会に申し込みました。初心者でも大丈夫でしょうか？',
      },
      { by: 'kenta', minutesAgo: 90, text: 'I can also bring snacks from San Jose.' },
    ],
  },
  {
    between: ['zixuan', 'linyi'],
    isRead: false,
    lines: [{ by: 'zixuan', minutesAgo: 205, text: '你好！看到你们的周末散步，外地来的可以一起走吗？' }],
  },
];
