/** The p value of two sides, by the normal approximation: times are never equal, and there are hundreds of them. */
export function mannWhitney(some: readonly number[], others: readonly number[]): number {
  const ranked = [
    ...some.map((value) => ({ value, isOfSome: true })),
    ...others.map((value) => ({ value, isOfSome: false })),
  ].sort((a, b) => a.value - b.value);
  const [m, n] = [some.length, others.length];
  const rankSum = ranked.reduce((sum, { isOfSome }, index) => (isOfSome ? sum + index + 1 : sum), 0);
  const u = rankSum - (m * (m + 1)) / 2;
  const z = Math.abs(u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
  return 2 * (1 - normal(z));
}

/** Abramowitz and Stegun 26.2.17; off by less than 1e-7. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = terms.reduce((sum, term, index) => sum + term * t ** (index + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

export function shuffled<Each>(all: readonly Each[]): Each[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
