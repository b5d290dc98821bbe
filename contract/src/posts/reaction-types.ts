import * as z from 'zod/mini';

export const reactionTypes = ['AGREE', 'HEART', 'LAUGH', 'SURPRISE', 'SAD'] as const;
export const reactionTypeSchema = z.enum(reactionTypes);
export type ReactionType = z.output<typeof reactionTypeSchema>;

/** Upper case on the wire; lower case is understood. */
export const anyCaseReactionTypeSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((text) => text.toUpperCase()),
  ),
  reactionTypeSchema,
);
