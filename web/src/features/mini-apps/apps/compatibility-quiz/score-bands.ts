/** What is said of a score; each holds from its own number on. */
const bands = [90, 80, 70, 60, 50] as const;
type Band = (typeof bands)[number] | 0;

export const scoreBand = (score: number): `from${Band}` =>
  `from${bands.find((from) => score >= from) ?? (0 as const)}`;
