import { beforeEach, expect, it, vi } from 'vitest';
import type * as Moments from '#platform/moments.ts';

let moments: typeof Moments;
let older: number;
beforeEach(async () => {
  vi.resetModules();
  moments = await import('#platform/moments.ts');
  older = 0;
  moments.onOlderAnswer(() => older++);
});

/** An answer to something that was asked before anything was taken for certain. */
const note = (text: string | null) => moments.noteMoment(text, 0);

it('keeps the moment of the oldest answer', () => {
  expect(moments.oldestMoment()).toBeUndefined();
  note('a.20');
  note('a.10');
  note('a.30');
  expect(moments.oldestMoment()).toBe('a.10');
});

it.each([
  ['another process', 'b.30'],
  ['somebody who does not say it', null],
])('knows nothing of answers of %s beside', (_of, other) => {
  note('a.20');
  note(other);
  expect(moments.oldestMoment()).toBeUndefined();
  expect(moments.isHeldSince('a.1')).toBe(false);
  note('a.40');
  expect(moments.oldestMoment(), 'what came before is still held').toBeUndefined();
});

it('holds since a moment what is no older', () => {
  expect(moments.isHeldSince('a.1'), 'nothing is held').toBe(false);
  note('a.20');
  expect(moments.isHeldSince('a.20')).toBe(true);
  expect(moments.isHeldSince('a.21')).toBe(false);
  expect(moments.isHeldSince('b.1')).toBe(false);
});

it('tells of an answer that is older than what was trusted, once', () => {
  note('a.20');
  expect(moments.isHeldSince('a.15')).toBe(true);
  expect(moments.isHeldSince('a.20')).toBe(true);
  note('a.25');
  expect(older).toBe(0);
  note('a.18');
  expect(older).toBe(1);
  note('a.17');
  expect(older, 'nothing is trusted any more').toBe(1);
});

it('tells of an answer of another process after something was trusted', () => {
  note('a.20');
  moments.isHeldSince('a.20');
  note('b.90');
  expect(older).toBe(1);
});

it('takes no answer for older that was asked for later', () => {
  note('a.20');
  moments.isHeldSince('a.20');
  moments.noteMoment('b.1', performance.now() + 1);
  expect(older).toBe(0);
  expect(moments.oldestMoment(), 'but nothing can be said of both').toBeUndefined();
});

it('gives up what was answered to somebody else', () => {
  note('a.20');
  moments.giveUpMoments();
  note('a.30');
  expect(moments.oldestMoment()).toBeUndefined();
  expect(moments.isHeldSince('a.1')).toBe(false);
});
