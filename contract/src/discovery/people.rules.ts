export const peopleLimits = { found: 10, matches: 20, name: 50 } as const;
