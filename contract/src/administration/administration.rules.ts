export const administrationLimits = {
  /** Accounts on a page. */
  page: 50,
  /** Letters of what is looked for. */
  query: 200,
} as const;
