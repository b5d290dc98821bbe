export const blockLimits = { reason: 200, page: 50 } as const;
