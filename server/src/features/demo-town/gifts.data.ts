/** Dazi that the people of the town have sent each other, and the groups they are in; the oldest first. */
export interface DemoGift {
  by: string;
  to: { person: string } | { room: string };
  dazi: number;
  memo: string | null;
  minutesAgo: number;
}

export const demoGifts: readonly DemoGift[] = [
  { by: 'theo', to: { person: 'mika' }, dazi: 4, memo: 'For the green trains', minutesAgo: 2860 },
  { by: 'mika', to: { person: 'rosa' }, dazi: 12.5, memo: 'Cake, the big one', minutesAgo: 2410 },
  { by: 'aoi', to: { person: 'mika' }, dazi: 8, memo: '階段の絵、ありがとう', minutesAgo: 1680 },
  { by: 'xiaochen', to: { person: 'xiaoyu' }, dazi: 6, memo: '昨天的奶茶钱', minutesAgo: 1502 },
  { by: 'rosa', to: { person: 'oskar' }, dazi: 6.25, memo: 'The accordion sings again', minutesAgo: 1315 },
  { by: 'walt', to: { room: 'garden' }, dazi: 15, memo: 'Seeds for the long bed', minutesAgo: 1190 },
  {
    by: 'theo',
    to: { room: 'board-games' },
    dazi: 10,
    memo: 'New sleeves for the old cards',
    minutesAgo: 1015,
  },
  { by: 'oskar', to: { person: 'emil' }, dazi: 3, memo: null, minutesAgo: 940 },
  { by: 'emil', to: { person: 'theo' }, dazi: 2.4, memo: 'Yellow bulb', minutesAgo: 505 },
  { by: 'mika', to: { person: 'theo' }, dazi: 5, memo: 'Tunnel insurance', minutesAgo: 66 },
];
