import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { createPlan } from '@dazi/contract/plans/plans';
import type { CalledOffReason } from '@dazi/contract/plans/plans.rules';
import { near, type Place, places } from './places.data.ts';

/** Minutes from now, by the hour of a day that far ahead, or on the next day of that name but today. */
export type DemoStart =
  | { inMinutes: number }
  | { inDays: number; clock: string }
  | { weekday: number; clock: string };

export interface DemoPlanLine {
  by: string;
  minutesAgo: number;
  text: string;
}

/** In the order in which they came; `waiting` came when it was full, `asked` were not answered yet. */
export interface DemoPlan
  extends Omit<BodyOf<typeof createPlan>, 'clientId' | 'local' | 'timeZone' | 'spot' | 'userId'> {
  key: string;
  by: string;
  madeDaysAgo: number;
  starts: DemoStart;
  spot: { at: Place; name: string; hint?: NonNullable<BodyOf<typeof createPlan>['spot']>['hint'] };
  going: readonly string[];
  waiting?: readonly string[];
  asked?: readonly { by: string; message: string }[];
  calledOff?: { reason: Extract<CalledOffReason, 'weather'>; minutesAgo: number };
  lines?: readonly DemoPlanLine[];
}

/** From three hours to nine days ahead, every state once; one goes on now and one was yesterday. */
export const demoPlans: readonly DemoPlan[] = [
  {
    key: 'badminton',
    by: 'xiaochen',
    madeDaysAgo: 2,
    activity: 'badminton',
    note: '新手也行。场地订好了，球我带，你们带水和拍子就可以。',
    starts: { inMinutes: 185 },
    spot: { at: near(places.kezar, 40, -20), name: '体育馆', hint: 'entrance' },
    seats: 4,
    languages: ['zh', 'en'],
    level: 'beginner',
    cost: 'split',
    going: ['yuto', 'zixuan'],
    lines: [
      { by: 'xiaochen', minutesAgo: 330, text: '三个人够打了，再来一个就可以双打。' },
      { by: 'zixuan', minutesAgo: 322, text: '我多带一副拍子。' },
    ],
  },
  {
    key: 'morning-run',
    by: 'aoi',
    madeDaysAgo: 3,
    activity: 'running',
    note: 'ゆっくり5キロ。おしゃべりできるペースで走ります。雨なら中止。',
    starts: { inDays: 1, clock: '06:40' },
    spot: { at: near(places.panhandleWest, 20, 10), name: 'パンハンドル西口', hint: 'bench' },
    spotShown: 'everyone',
    seats: 6,
    least: 2,
    languages: ['ja', 'en'],
    level: 'beginner',
    cost: 'free',
    going: ['emil', 'kenta'],
    lines: [
      { by: 'emil', minutesAgo: 640, text: 'I will be the one with a single glove.' },
      { by: 'aoi', minutesAgo: 631, text: '終わったらコーヒー、いつものところで！' },
    ],
  },
  {
    key: 'board-games',
    by: 'theo',
    madeDaysAgo: 4,
    activity: 'board-games',
    title: 'Train game night',
    note: 'One long game. I explain slowly and nobody has to win.',
    starts: { inDays: 2, clock: '19:00' },
    spot: { at: near(places.haightCole, -15, 10), name: 'Pond Café, the long table', hint: 'inside' },
    seats: 5,
    languages: ['en', 'zh', 'ja'],
    level: 'beginner',
    going: ['mika', 'ren', 'xiaoyu', 'emil'],
    waiting: ['sol', 'zixuan'],
  },
  {
    key: 'hot-pot',
    by: 'linyi',
    madeDaysAgo: 2,
    activity: 'hot-pot',
    title: '鸳鸯锅，边吃边聊',
    note: '锅底我来点，一人加两样菜。不能吃辣的坐清汤那边。',
    starts: { inDays: 3, clock: '18:30' },
    spot: { at: near(places.haightStanyan, 10, -15), name: '小锅店', hint: 'entrance' },
    seats: 6,
    least: 4,
    entry: 'ask',
    languages: ['zh'],
    cost: 'split',
    going: ['azhe', 'mengqi'],
    asked: [
      { by: 'kenta', message: '中国語は勉強中です。鍋は大好きです！' },
      { by: 'priya', message: 'My Mandarin is bad and my appetite is good. 可以吗？' },
    ],
  },
  {
    key: 'swim',
    by: 'ines',
    madeDaysAgo: 5,
    activity: 'swimming',
    title: 'Tuesday lengths',
    note: 'Forty minutes in the slow lane, soup afterwards for whoever likes.',
    starts: { weekday: 2, clock: '07:30' },
    spot: { at: near(places.mcallisterStanyan, -20, 0), name: 'The pool', hint: 'entrance' },
    seats: 5,
    who: 'same_gender',
    languages: ['en', 'zh'],
    cost: 'amount',
    costText: '$7 entry',
    going: ['nadia', 'yating'],
  },
  {
    key: 'language-exchange',
    by: 'priya',
    madeDaysAgo: 3,
    activity: 'language-exchange',
    note: 'Twenty minutes of each language, then whatever comes out.',
    starts: { inDays: 1, clock: '18:00' },
    spot: { at: near(places.pageClayton, 12, 8), name: 'Corner café', hint: 'inside' },
    seats: 6,
    languages: ['en', 'zh', 'ja'],
    going: ['xiaochen', 'yuto', 'aoi'],
  },
  {
    key: 'city-walk',
    by: 'june',
    madeDaysAgo: 1,
    activity: 'city-walk',
    title: 'Painted houses and what they hide',
    note: 'Two slow hours, four hills, many stories. Most of them are true.',
    starts: { inDays: 4, clock: '10:00' },
    spot: { at: places.paintedRow, name: 'Top of the lawn', hint: 'bench' },
    spotShown: 'everyone',
    seats: 8,
    languages: ['en'],
    cost: 'free',
    going: ['walt'],
  },
  {
    key: 'karaoke',
    by: 'ren',
    madeDaysAgo: 2,
    activity: 'karaoke',
    note: '下手でも大丈夫。日本語でも英語でも中国語でもどうぞ。',
    starts: { inDays: 1, clock: '20:00' },
    spot: { at: near(places.hayesDivisadero, 8, -10), name: '2階', hint: 'counter' },
    seats: 6,
    least: 4,
    languages: ['ja', 'en', 'zh'],
    cost: 'split',
    going: ['sakura', 'zixuan'],
  },
  {
    key: 'picnic',
    by: 'lucia',
    madeDaysAgo: 4,
    activity: 'picnic',
    note: 'Bring something to share. Biscuit brings himself.',
    starts: { inDays: 2, clock: '12:30' },
    spot: { at: near(places.dubocePark, -10, 15), name: 'The big tree by the steps' },
    spotShown: 'everyone',
    seats: 10,
    languages: ['en', 'ja'],
    going: ['rosa', 'sakura', 'sol'],
    calledOff: { reason: 'weather', minutesAgo: 150 },
    lines: [
      { by: 'lucia', minutesAgo: 148, text: 'They say it will pour. Another day, with more cake.' },
      { by: 'rosa', minutesAgo: 139, text: 'The cake is already baked. I will think of something.' },
    ],
  },
  {
    key: 'photo-walk',
    by: 'mengqi',
    madeDaysAgo: 3,
    activity: 'photo-walk',
    note: '胶片、手机都可以。走得很慢，专拍墙上的影子。',
    starts: { inMinutes: -40 },
    spot: { at: near(places.coronaHeights, 15, -10), name: '山坡下', hint: 'bench' },
    seats: 4,
    languages: ['zh', 'en', 'ja'],
    cost: 'free',
    going: ['ren', 'mika'],
    lines: [
      { by: 'mika', minutesAgo: 52, text: 'The light is good. I am at the bench already.' },
      { by: 'ren', minutesAgo: 44, text: 'あと3分で着きます！' },
    ],
  },
  {
    key: 'dahlias',
    by: 'naomi',
    madeDaysAgo: 6,
    activity: 'flower-viewing',
    note: '花を見ながら、お茶をいれます。湯のみは人数分あります。',
    starts: { inMinutes: -1_560 },
    spot: { at: places.dahlias, name: 'ダリアの花壇', hint: 'entrance' },
    spotShown: 'everyone',
    seats: 5,
    languages: ['ja', 'en'],
    cost: 'free',
    going: ['makoto', 'june', 'hana'],
    lines: [
      { by: 'makoto', minutesAgo: 1_600, text: '少し早く着きました。入口におります。' },
      {
        by: 'june',
        minutesAgo: 1_381,
        text: 'I counted eleven kinds and one hummingbird. Thank you for the tea.',
      },
      { by: 'naomi', minutesAgo: 1_370, text: 'ありがとうございました。また来月、いかがですか。' },
    ],
  },
  {
    key: 'chess',
    by: 'jianguo',
    madeDaysAgo: 1,
    activity: 'chess',
    note: '象棋、国际象棋都行。输了请喝茶。',
    starts: { inDays: 5, clock: '15:00' },
    spot: { at: near(places.alamoSquare, 20, 20), name: '公园里的石桌' },
    spotShown: 'everyone',
    seats: 2,
    entry: 'ask',
    languages: ['zh', 'en'],
    cost: 'free',
    going: [],
    asked: [{ by: 'makoto', message: '将棋なら少々。チェスもお相手できます。' }],
  },
  {
    key: 'repairs',
    by: 'oskar',
    madeDaysAgo: 2,
    activity: 'repairing',
    title: 'Bring what rattles',
    note: 'Bicycles, toasters, one accordion at most. I bring tools, you bring patience.',
    part: 'afternoon',
    starts: { inDays: 6, clock: '13:00' },
    spot: { at: near(places.panhandle, -30, -10), name: 'The long tables', hint: 'courts' },
    spotShown: 'everyone',
    seats: 6,
    least: 2,
    languages: ['en'],
    cost: 'free',
    going: ['sol', 'desmond'],
  },
  {
    key: 'three-hills',
    by: 'hana',
    madeDaysAgo: 1,
    activity: 'hiking',
    title: 'Three hills before lunch',
    note: 'Up, down, up, down, up, cake. Good shoes, no hurry.',
    starts: { inDays: 9, clock: '09:00' },
    spot: { at: near(places.tankHill, 10, 10), name: 'Bottom of the stairs' },
    spotShown: 'everyone',
    seats: 8,
    languages: ['en', 'zh'],
    level: 'some',
    cost: 'free',
    going: [],
  },
];
