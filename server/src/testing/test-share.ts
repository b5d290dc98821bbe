/**
 * The longest tests do the same many times over, with chance in it. Where the suite runs on both databases, each
 * takes half of the turns, with dice of its own: together as many, and more different ones.
 */
const onBothDatabases = process.env.ON_BOTH_DATABASES === '1';

export const turnsOf = (all: number): number => (onBothDatabases ? Math.ceil(all / 2) : all);

export const diceOf = (seed: number): number =>
  onBothDatabases && process.env.TEST_DATABASE_URL ? seed + 1 : seed;

/** Every second of these, where the suite runs on both databases: the other ones on the other. */
export const shareOf = <Each>(all: readonly Each[]): Each[] =>
  all.filter((_each, index) => !onBothDatabases || index % 2 === (process.env.TEST_DATABASE_URL ? 1 : 0));
