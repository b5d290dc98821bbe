import { expect, test } from 'vitest';
import { Finds, type Problem } from './finds.ts';

const misfit = (what: string): Problem => ({ kind: 'misfit', what });

test('a problem is news once, whatever stands there by chance', () => {
  const finds = new Finds();
  expect(finds.isKnown(misfit('leaves the window: button.btn "Join" -4 to 80'), false)).toBe(false);
  expect(finds.isKnown(misfit('leaves the window: button.btn "参加" -12 to 72'), false)).toBe(true);
  const answer = (id: string): Problem => ({ kind: 'answer', what: `500 GET /api/plans/${id} INTERNAL` });
  expect(finds.isKnown(answer('01a1ad27-bc7a-70e1-86cd-8a778763a100'), false)).toBe(false);
  expect(finds.isKnown(answer('01a1eaf4-0c7a-71c6-8511-080088838ea3'), false)).toBe(true);
});

test('another element, another kind and another sentence are other problems', () => {
  const finds = new Finds();
  expect(finds.isKnown(misfit('covered: button.btn "Join" by div.card "x"'), false)).toBe(false);
  expect(finds.isKnown(misfit('covered: button.btn "Join" by nav.tabs "x"'), false)).toBe(false);
  expect(finds.isKnown(misfit('cut off: button.btn "Join" by div.card "x"'), false)).toBe(false);
  expect(finds.isKnown({ kind: 'text', what: 'covered: button.btn "Join"' }, false)).toBe(false);
});

test('what is expected without a network is a problem with one', () => {
  const finds = new Finds();
  const failed: Problem = {
    kind: 'console',
    what: 'Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
  };
  expect(finds.isKnown(failed, true)).toBe(true);
  expect(finds.isKnown(failed, false)).toBe(false);
});

test('a target on the map may be as small as its place is, and no other one', () => {
  const finds = new Finds();
  const small = (html: string): Problem => ({ kind: 'accessibility', what: `target-size: .x ${html}` });
  expect(finds.isKnown(small('<button type="button" class="cluster" data-group-key="a">'), false)).toBe(true);
  expect(finds.isKnown(small('<button type="button" class="btn">'), false)).toBe(false);
});
