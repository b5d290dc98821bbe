export const administrationLimits = {
  page: 50,
  /** Characters. */
  query: 200,
} as const;
