import type { Block } from '@dazi/contract/people/blocks';
import { describe, expect, it } from 'vitest';
import { activeBlock, asStanding, isApart, requireOther, withBlock, withoutBlock } from './block-list.ts';

const block = (blockerId: string, blockedId: string, parts: Partial<Block> = {}): Block => ({
  id: `${blockerId}-${blockedId}`,
  blockerId,
  blockedId,
  reason: null,
  blockedAt: '2026-11-21T12:00:00.000Z',
  isActive: true,
  ...parts,
});

describe('blocks on this device', () => {
  it('are active records with the stated fields (BLOCK-003, BLOCK-005)', () => {
    const blocks = withBlock([], block('mika', 'theo', { reason: 'Rude' }));
    expect(blocks).toEqual([
      {
        id: 'mika-theo',
        blockerId: 'mika',
        blockedId: 'theo',
        reason: 'Rude',
        blockedAt: '2026-11-21T12:00:00.000Z',
        isActive: true,
      },
    ]);
    expect(activeBlock(blocks, 'mika', 'theo')).toBe(blocks[0]);
    expect(activeBlock(blocks, 'theo', 'mika')).toBeUndefined();
  });

  it('change nothing the second time (BLOCK-007)', () => {
    const once = withBlock([], block('mika', 'theo'));
    expect(withBlock(once, block('mika', 'theo', { id: 'another', reason: 'Again' }))).toBe(once);
  });

  it('end by becoming inactive, and begin anew as one record (BLOCK-008, BLOCK-010)', () => {
    const ended = withoutBlock(withBlock([], block('mika', 'theo')), 'mika', 'theo');
    expect(ended).toEqual([block('mika', 'theo', { isActive: false })]);
    expect(isApart(ended, 'mika', 'theo')).toBe(false);
    const again = withBlock(ended, block('mika', 'theo', { id: 'second' }));
    expect(again).toEqual([block('mika', 'theo', { id: 'second' })]);
  });

  it('keep both sides apart', () => {
    const blocks = [block('theo', 'mika')];
    expect(isApart(blocks, 'mika', 'theo')).toBe(true);
    expect(isApart(blocks, 'theo', 'mika')).toBe(true);
    expect(isApart(blocks, 'mika', 'rosa')).toBe(false);
  });

  it('are never of oneself (BLOCK-015)', () => {
    expect(() => requireOther('mika', 'mika')).toThrow('Cannot block yourself');
    expect(() => requireOther('mika', 'theo')).not.toThrow();
  });

  it('follow what the server says stands', () => {
    const known = [block('mika', 'theo'), block('mika', 'rosa', { isActive: false })];
    const now = asStanding(known, 'mika', [block('mika', 'rosa'), block('mika', 'oskar')]);
    expect(now.filter(({ isActive }) => isActive).map(({ blockedId }) => blockedId)).toEqual([
      'rosa',
      'oskar',
    ]);
    expect(now.find(({ blockedId }) => blockedId === 'theo')?.isActive).toBe(false);
  });
});
