export interface DemoMiniApp {
  room: string;
  by: string;
  minutesAgo: number;
  appType: string;
  title?: string;
  config?: Record<string, unknown>;
  /** In their order. What makes a result is said before the next line of the room. */
  taken: readonly { by: string; minutesAfter: number; answers: readonly (string | number)[] }[];
}

/** A quiz that waits for one more, one that has its result, a vote that is open, and a question to begin with. */
export const demoMiniApps: readonly DemoMiniApp[] = [
  {
    room: 'board-games',
    by: 'xiaoyu',
    minutesAgo: 1626,
    appType: 'compatibility-quiz',
    title: 'Who fits at the long table?',
    config: { minParticipants: 4 },
    taken: [
      { by: 'xiaoyu', minutesAfter: 2, answers: [0, 1, 0, 1, 0] },
      { by: 'theo', minutesAfter: 31, answers: [1, 1, 0, 0, 1] },
      { by: 'rosa', minutesAfter: 420, answers: [0, 1, 1, 0, 0] },
    ],
  },
  {
    room: 'language-table',
    by: 'yating',
    minutesAgo: 378,
    appType: 'poll',
    title: '看哪一部？',
    config: { options: ['老茶馆的一天', 'The Lighthouse Bakery', '夏の自転車'], multiple: true },
    taken: [
      { by: 'yating', minutesAfter: 1, answers: [0, 2] },
      { by: 'makoto', minutesAfter: 12, answers: [2] },
      { by: 'mengqi', minutesAfter: 20, answers: [0, 2] },
      { by: 'theo', minutesAfter: 34, answers: [1] },
    ],
  },
  {
    room: 'old-town-walks',
    by: 'jianguo',
    minutesAgo: 6900,
    appType: 'compatibility-quiz',
    title: '谁和谁走得到一起？',
    taken: [
      { by: 'jianguo', minutesAfter: 1, answers: [1, 0, 0, 1, 1] },
      { by: 'hana', minutesAfter: 25, answers: [0, 0, 1, 1, 0] },
      { by: 'xiaoyu', minutesAfter: 44, answers: [0, 0, 0, 1, 0] },
    ],
  },
  {
    room: 'garden',
    by: 'hana',
    minutesAgo: 3050,
    appType: 'ice-breaker',
    title: 'Before we dig',
    config: { questionId: 'small-joy' },
    taken: [
      { by: 'walt', minutesAfter: 14, answers: ['A robin that has decided my spade is its chair.'] },
      { by: 'sakura', minutesAfter: 33, answers: ['朝いちばんの土のにおい'] },
    ],
  },
];
