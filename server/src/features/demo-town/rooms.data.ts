import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import type { PictureName } from './pictures.data.ts';
import { type Place, places } from './places.data.ts';

export interface DemoLine {
  by: string;
  minutesAgo: number;
  text: string;
  /** A picture sent right after the text. */
  picture?: PictureName;
  reactions?: Partial<Record<ReactionType, string[]>>;
  /** The line answered to, counted from the first of the room. */
  answers?: number;
}

export interface DemoRoom {
  key: string;
  name: string;
  description: string | null;
  owner: string;
  at: Place;
  joinRadius: number;
  openedDaysAgo: number;
  members: string[];
  /** Who asks from afar to be let in, and with which words. */
  asking?: { by: string; from: Place; message: string; minutesAgo: number }[];
  lines: DemoLine[];
}

const sanJose: Place = { latitude: 37.3352, longitude: -121.8881 };
const sacramento: Place = { latitude: 38.5816, longitude: -121.4944 };

export const demoRooms: readonly DemoRoom[] = [
  {
    key: 'board-games',
    name: 'Pond Café Board Games',
    description: 'Tuesdays at seven, the long table at the back. Beginners sit next to someone patient.',
    owner: 'mika',
    at: places.haightCole,
    joinRadius: 5,
    openedDaysAgo: 24,
    members: ['rosa', 'theo', 'aoi', 'xiaoyu', 'emil', 'nadia', 'ren'],
    asking: [
      {
        by: 'kenta',
        from: sanJose,
        message: 'I am in the city on Tuesdays for work. May I come?',
        minutesAgo: 95,
      },
      { by: 'zixuan', from: sacramento, message: '', minutesAgo: 41 },
    ],
    lines: [
      { by: 'mika', minutesAgo: 2960, text: 'Who is in for Tuesday? I booked the table for eight.' },
      {
        by: 'theo',
        minutesAgo: 2951,
        text: 'Me, and I bring the train game if nobody minds a long evening.',
      },
      {
        by: 'rosa',
        minutesAgo: 2940,
        text: 'I mind only if I lose again 🙂',
        reactions: { LAUGH: ['mika', 'theo', 'nadia'] },
      },
      { by: 'aoi', minutesAgo: 2902, text: '行きます。仕事が終わったら向かいます' },
      {
        by: 'xiaoyu',
        minutesAgo: 1630,
        text: '我带两副扑克牌，教大家一个新玩法',
        reactions: { HEART: ['mika', 'aoi'] },
      },
      { by: 'emil', minutesAgo: 1602, text: 'Is the café still cash only?' },
      {
        by: 'mika',
        minutesAgo: 1598,
        text: 'No, they take cards since last month.',
        answers: 5,
        reactions: { AGREE: ['emil'] },
      },
      { by: 'nadia', minutesAgo: 220, text: 'Ten minutes late, please start without me.' },
      { by: 'aoi', minutesAgo: 58, text: '@Mika 8時でも大丈夫ですか？' },
      { by: 'rosa', minutesAgo: 33, text: 'The seat by the window is ours again.', picture: 'latte' },
    ],
  },
  {
    key: 'panhandle-runners',
    name: 'Panhandle Morning Runners',
    description: 'Easy pace, 6:30 at the east end. We wait for everyone.',
    owner: 'emil',
    at: places.panhandleEast,
    joinRadius: 3,
    openedDaysAgo: 31,
    members: ['priya', 'sakura', 'azhe', 'june', 'yuto'],
    lines: [
      { by: 'emil', minutesAgo: 1490, text: 'Fog tomorrow, bring a layer.' },
      { by: 'priya', minutesAgo: 1472, text: 'Six or eight kilometres?' },
      {
        by: 'emil',
        minutesAgo: 1470,
        text: 'Six, then coffee.',
        answers: 1,
        reactions: { HEART: ['priya', 'june'] },
      },
      {
        by: 'sakura',
        minutesAgo: 1404,
        text: '明日は参加します！朝は苦手だけど…',
        reactions: { LAUGH: ['yuto'] },
      },
      { by: 'azhe', minutesAgo: 610, text: '今天跑得不错，下次试试上坡？' },
      {
        by: 'june',
        minutesAgo: 602,
        text: 'My knees vote against hills.',
        reactions: { LAUGH: ['emil', 'azhe'], AGREE: ['priya'] },
      },
    ],
  },
  {
    key: 'language-table',
    name: '言語交換テーブル',
    description: '日本語・中文・English を話したい人が、ときどきコーヒーを飲む会です。',
    owner: 'naomi',
    at: places.carlCole,
    joinRadius: 10,
    openedDaysAgo: 18,
    members: ['makoto', 'mengqi', 'theo', 'misaki', 'yating', 'lucia'],
    lines: [
      { by: 'naomi', minutesAgo: 4330, text: '今週は木曜の6時半、いつもの店で。' },
      { by: 'mengqi', minutesAgo: 4302, text: '我想练习日语，初级可以吗？' },
      {
        by: 'naomi',
        minutesAgo: 4298,
        text: 'もちろん！ゆっくり話しますね',
        answers: 1,
        reactions: { HEART: ['mengqi', 'misaki'] },
      },
      {
        by: 'theo',
        minutesAgo: 4205,
        text: 'I know exactly forty words. Most of them are food.',
        reactions: { LAUGH: ['naomi', 'lucia', 'makoto'] },
      },
      { by: 'makoto', minutesAgo: 2740, text: '食べ物の言葉があれば十分です' },
      { by: 'yating', minutesAgo: 380, text: '下周有人想一起去看电影吗？有中文字幕的那种' },
      { by: 'lucia', minutesAgo: 351, text: 'Yes please, Friday?' },
    ],
  },
  {
    key: 'old-town-walks',
    name: '老城周末散步',
    description: '每周六早上，从布埃纳维斯塔公园出发，慢慢走，慢慢聊。',
    owner: 'linyi',
    at: places.buenaVista,
    joinRadius: 8,
    openedDaysAgo: 40,
    members: ['jianguo', 'xiaochen', 'xiaoyu', 'walt', 'hana'],
    lines: [
      { by: 'linyi', minutesAgo: 7300, text: '周六九点，公园南门见。带上水，路上有台阶。' },
      {
        by: 'jianguo',
        minutesAgo: 7214,
        text: '我可以开车接两位腿脚不方便的。',
        reactions: { HEART: ['linyi', 'walt'] },
      },
      { by: 'walt', minutesAgo: 7102, text: 'That is kind of you. I would take one of the seats.' },
      {
        by: 'xiaochen',
        minutesAgo: 2010,
        text: '上次的照片整理好了',
        picture: 'hill-path',
        reactions: { HEART: ['hana', 'linyi', 'xiaoyu'] },
      },
      { by: 'hana', minutesAgo: 1985, text: 'Beautiful light on the second one.' },
      { by: 'linyi', minutesAgo: 140, text: '这周改走桑丘那边，谁认路？' },
    ],
  },
  {
    key: 'lost-and-found',
    name: 'Haight Lost & Found',
    description: 'Keys, cats, umbrellas. Say where and when, and add a picture if you have one.',
    owner: 'desmond',
    at: places.haightAshbury,
    joinRadius: 2,
    openedDaysAgo: 60,
    members: ['ines', 'oskar', 'sol', 'mika', 'misaki', 'priya', 'walt', 'june'],
    lines: [
      {
        by: 'ines',
        minutesAgo: 5210,
        text: 'Found a set of keys with a green ribbon by the bus stop at Masonic.',
      },
      {
        by: 'oskar',
        minutesAgo: 5105,
        text: 'The bakery keeps a box for keys, I can drop them there.',
        answers: 0,
      },
      { by: 'ines', minutesAgo: 5099, text: 'Thank you, done.', reactions: { AGREE: ['desmond', 'oskar'] } },
      { by: 'sol', minutesAgo: 905, text: 'Grey cat, white paws, very loud. Last seen on Waller.' },
      {
        by: 'june',
        minutesAgo: 890,
        text: 'It sits on my fence and complains. Come and get it 🙂',
        answers: 3,
        reactions: { LAUGH: ['sol', 'mika', 'desmond'], HEART: ['ines'] },
      },
      { by: 'sol', minutesAgo: 850, text: 'On my way!' },
    ],
  },
  {
    key: 'garden',
    name: 'Dahlia Garden Helpers',
    description: null,
    owner: 'hana',
    at: places.dahlias,
    joinRadius: 15,
    openedDaysAgo: 12,
    members: ['walt', 'sakura'],
    lines: [
      { by: 'hana', minutesAgo: 3120, text: 'Tubers come out this Sunday. Gloves are there, boots are not.' },
      { by: 'sakura', minutesAgo: 3001, text: '長靴を持っていきます！' },
      {
        by: 'walt',
        minutesAgo: 2990,
        text: 'I bring tea for everybody who digs.',
        reactions: { HEART: ['hana', 'sakura'] },
      },
    ],
  },
];
