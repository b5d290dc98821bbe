import type { Block } from '@dazi/contract/people/blocks';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';
import type { BlockList } from './block-list.ts';

/** More than this is not kept on the device; the server has all of them. */
const keptBlocks = 500;

const isBlock = (value: unknown): value is Block =>
  isRecord(value) &&
  ['id', 'blockerId', 'blockedId', 'blockedAt'].every((name) => typeof value[name] === 'string') &&
  typeof value.isActive === 'boolean';

const mirror = new PersonalStore(
  'blocks',
  (value): value is BlockList => Array.isArray(value) && value.every(isBlock),
);

/** Whether this device has heard, since somebody signed in, whom they keep away. */
export const knowsBlocksOf = (userId: string): boolean => mirror.read(userId) !== null;

/** The own blocks as this device knows them, in whatever tab they were made. */
export const blocksOf = (userId: string): BlockList => mirror.latest(userId) ?? [];

export const changeBlocks = (userId: string, change: (blocks: BlockList) => BlockList): void =>
  mirror.change(userId, (blocks) => change(blocks ?? []).slice(-keptBlocks));

/** Also when somebody else is signed in, or nobody. */
export const onBlocksChanged = mirror.subscribe;
