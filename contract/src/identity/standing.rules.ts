/** How an account stands: `limited` does not reach strangers, `suspended` is hidden and does nothing, `closed` ends. */
export const standingKinds = ['good', 'limited', 'suspended', 'closed'] as const;
