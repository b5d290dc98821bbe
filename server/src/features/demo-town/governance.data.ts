/** Whom the people of the town would like to see on its board, and who they are: 12 have a seat, one has not. */
export const demoBoardVotes: Readonly<Record<string, readonly string[]>> = {
  rosa: ['theo', 'mika', 'oskar', 'walt', 'june', 'aoi', 'linyi', 'emil', 'nadia'],
  theo: ['mika', 'rosa', 'emil', 'kenta', 'xiaoyu', 'priya', 'sol', 'june'],
  walt: ['june', 'rosa', 'desmond', 'jianguo', 'lucia', 'oskar', 'yating', 'hana'],
  aoi: ['sakura', 'yuto', 'naomi', 'mika', 'kenta', 'misaki', 'xiaochen'],
  linyi: ['jianguo', 'xiaoyu', 'mengqi', 'yating', 'walt', 'zixuan'],
  mika: ['aoi', 'theo', 'rosa', 'hana', 'ines', 'azhe'],
  oskar: ['emil', 'rosa', 'walt', 'sol', 'makoto'],
  kenta: ['aoi', 'ren', 'makoto', 'theo', 'yuto'],
  xiaoyu: ['xiaochen', 'mengqi', 'azhe', 'linyi'],
  june: ['walt', 'priya', 'lucia', 'ines'],
  jianguo: ['linyi', 'zixuan', 'walt'],
  nadia: ['desmond', 'priya'],
  desmond: ['nadia'],
};

/** Put to the board; all of its members have to say YES. */
export interface DemoMotion {
  by: string;
  title: string;
  content: string;
  daysAgo: number;
  /** Who has said YES, an hour after one another. */
  yes: readonly string[];
}

const seats = Object.keys(demoBoardVotes).slice(0, 12);

export const demoMotions: readonly DemoMotion[] = [
  {
    by: 'walt',
    title: 'A tool shelf for everybody',
    content:
      'Ladders, drills and board games that stand around at home are lent to neighbours. Whoever has something to lend posts it, whoever borrows it brings it back within a week, and nobody takes money for it.',
    daysAgo: 9,
    yes: seats,
  },
  {
    by: 'june',
    title: 'A quiet hour on Sundays',
    content:
      'From nine to ten on Sunday mornings the meadow is for books, tea and slow walks: no loudspeakers, no balls. The accordion may begin at ten.',
    daysAgo: 2,
    yes: ['june', 'rosa', 'linyi', 'aoi', 'theo'],
  },
];
