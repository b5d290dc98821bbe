import type { ReactionType } from '@dazi/contract/posts/reaction-types';

/** In the order of the picker. */
export const reactionKinds: readonly { type: ReactionType; emoji: string; label: Lowercase<ReactionType> }[] =
  [
    { type: 'AGREE', emoji: '👍', label: 'agree' },
    { type: 'HEART', emoji: '❤️', label: 'heart' },
    { type: 'LAUGH', emoji: '😂', label: 'laugh' },
    { type: 'SURPRISE', emoji: '😮', label: 'surprise' },
    { type: 'SAD', emoji: '😢', label: 'sad' },
  ];

/** The kinds somebody chose, the most frequent first. */
export function chosenKinds(counts: Partial<Record<ReactionType, number>>) {
  return reactionKinds
    .map((kind) => ({ ...kind, count: counts[kind.type] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
