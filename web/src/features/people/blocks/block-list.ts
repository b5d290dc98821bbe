import type { Block } from '@dazi/contract/people/blocks';
import { ApiError } from '#platform/api.ts';

/** What keeps two people apart, as one of them knows it: the blocks they made themselves. */
export type BlockList = readonly Block[];

export const activeBlock = (blocks: BlockList, blockerId: string, blockedId: string): Block | undefined =>
  blocks.find((block) => block.isActive && block.blockerId === blockerId && block.blockedId === blockedId);

/** Whether either of two people keeps the other away. */
export const isApart = (blocks: BlockList, one: string, other: string): boolean =>
  activeBlock(blocks, one, other) !== undefined || activeBlock(blocks, other, one) !== undefined;

/** Nobody blocks themselves; refused before anything is asked. */
export function requireOther(blockerId: string, blockedId: string): void {
  if (blockerId === blockedId) throw new ApiError('BLOCK_YOURSELF', 'Cannot block yourself', { status: 400 });
}

/** Adds a block. One for each person: what stands already stays as it is. */
export function withBlock(blocks: BlockList, block: Block): BlockList {
  if (activeBlock(blocks, block.blockerId, block.blockedId)) return blocks;
  const others = blocks.filter(
    ({ blockerId, blockedId }) => blockerId !== block.blockerId || blockedId !== block.blockedId,
  );
  return [...others, { ...block, isActive: true }];
}

/** What the server says stands is what stands: others ended elsewhere. */
export const asStanding = (blocks: BlockList, blockerId: string, standing: BlockList): BlockList =>
  standing.reduce(
    withBlock,
    blocks.map((block) => (block.blockerId === blockerId ? { ...block, isActive: false } : block)),
  );

/** Ends a block; the record stays and says so. */
export const withoutBlock = (blocks: BlockList, blockerId: string, blockedId: string): BlockList =>
  blocks.map((block) =>
    block.blockerId === blockerId && block.blockedId === blockedId ? { ...block, isActive: false } : block,
  );

/** The ids of those whom somebody keeps away now, in an order of their own, to be compared. */
export const idsOfBlocked = (blocks: BlockList, blockerId: string): string =>
  blocks
    .filter((block) => block.isActive && block.blockerId === blockerId)
    .map(({ blockedId }) => blockedId)
    .sort()
    .join(' ');
