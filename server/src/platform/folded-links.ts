export const linkFolds = ['folded', 'shown'] as const;
export type LinkFold = (typeof linkFolds)[number];
