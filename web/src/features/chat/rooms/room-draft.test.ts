import { expect, test } from 'vitest';
import { emptyDraft, problemsOf, radiusOf } from './room-draft.ts';

const draft = { ...emptyDraft, name: 'Kiln Hill Potters' };

test('ROOM-026, ROOM-027 a name has 1 to 50 characters after trimming', () => {
  expect(problemsOf(emptyDraft).name).toBe('TITLE_MISSING');
  expect(problemsOf({ ...draft, name: '  \n ' }).name).toBe('TITLE_MISSING');
  expect(problemsOf({ ...draft, name: ` ${'a'.repeat(50)} ` }).name).toBeNull();
  expect(problemsOf({ ...draft, name: 'a'.repeat(51) }).name).toBe('TITLE_TOO_LONG');
});

test('ROOM-028, ROOM-029 a description may be empty and has at most 200 characters', () => {
  expect(problemsOf(draft).description).toBeNull();
  expect(problemsOf({ ...draft, description: 'b'.repeat(200) }).description).toBeNull();
  expect(problemsOf({ ...draft, description: 'b'.repeat(201) }).description).toBe('DESCRIPTION_TOO_LONG');
});

test('ROOM-031, ROOM-032, ROOM-063 a radius is a number from 1 to 500, 100 at first', () => {
  expect(radiusOf(emptyDraft)).toBe(100);
  for (const radius of ['1', '2.5', '500', ' 40 ']) expect(radiusOf({ radius })).toBe(Number(radius));
  for (const radius of ['', ' ', '0', '0.9', '500.1', '-3', 'x', 'Infinity', '1e9']) {
    expect(radiusOf({ radius })).toBeNull();
    expect(problemsOf({ ...draft, radius }).radius).toBe('JOIN_RADIUS_OUT_OF_RANGE');
  }
});
