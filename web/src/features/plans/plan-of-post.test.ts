import { expect, test } from 'vitest';
import { activityIn, cutAt, draftOfPost } from './plan-of-post.ts';

test.each([
  ['Anyone for badminton on Thursday?', 'badminton'],
  ['Table tennis, or tennis?', 'table-tennis'],
  ['Some soccer later', 'soccer'],
  ['周四有人打羽毛球吗', 'badminton'],
  ['今夜カラオケ行きませんか', 'karaoke'],
  ['ＢＡＤＭＩＮＴＯＮ!', 'badminton'],
  ['I lost my gymnastics bag', null],
  ['Something else entirely', null],
  ['', null],
])('%s is about %s', (text, activity) => {
  expect(activityIn(text)).toBe(activity);
});

test('a text is cut at units, and between letters', () => {
  expect(cutAt('x'.repeat(201), 200)).toBe('x'.repeat(200));
  expect(cutAt(`${'x'.repeat(199)}🏸!`, 200)).toBe('x'.repeat(199));
  expect(cutAt(`${'x'.repeat(198)}🏸!`, 200)).toBe(`${'x'.repeat(198)}🏸`);
  expect(cutAt('短い', 200)).toBe('短い');
});

test('a post gives its words, and no place', () => {
  const draft = draftOfPost({ id: 'post-1', content: `Karaoke! ${'あ'.repeat(300)}` });
  expect(draft).toMatchObject({ activity: 'karaoke', fromPostId: 'post-1', place: null, spotName: '' });
  expect(draft.note).toHaveLength(200);
});
