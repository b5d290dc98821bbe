/** How far moderators have come with the links of some words: folded until they look, or shown for good. */
export const linkFolds = ['folded', 'shown'] as const;
export type LinkFold = (typeof linkFolds)[number];
