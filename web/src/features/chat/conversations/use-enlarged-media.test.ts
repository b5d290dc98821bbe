// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Numbered } from './conversation-log.ts';
import { useEnlargedMedia } from './use-enlarged-media.ts';

const picture = (sequence: number) =>
  ({ sequence, type: 'IMAGE', media: { id: `m${sequence}` }, isDeleted: false }) as Numbered;
const gone = (message: Numbered) => ({ ...message, media: null, isDeleted: true }) as Numbered;

const [first, second, third] = [picture(4), picture(6), picture(7)];
const shownOf = ({ media, index }: ReturnType<typeof useEnlargedMedia>) =>
  index === null ? null : media[index]?.sequence;

function setUp(messages: readonly Numbered[]) {
  const hook = renderHook(({ all }) => useEnlargedMedia(all), { initialProps: { all: messages } });
  const become = (all: readonly Numbered[]) => hook.rerender({ all });
  return { shown: () => shownOf(hook.result.current), hook, become };
}

test('the one that is shown stays while others come and go', () => {
  const { hook, become, shown } = setUp([first, second, third]);
  act(() => hook.result.current.enlarge(second));
  become([gone(first), second, third]);
  expect(shown()).toBe(6);
  become([picture(1), picture(2), gone(first), second, third]);
  expect(shown()).toBe(6);
  act(() => hook.result.current.setIndex(3));
  expect(shown()).toBe(7);
});

test('what comes next takes the place of one that is gone, or what was before the last', () => {
  const { hook, become, shown } = setUp([first, second, third]);
  act(() => hook.result.current.enlarge(second));
  become([first, gone(second), third]);
  expect(shown()).toBe(7);
  become([first, gone(second), gone(third)]);
  expect(shown()).toBe(4);
});

test('once none is left it is closed, and the next picture does not open it', () => {
  const { hook, become, shown } = setUp([first]);
  act(() => hook.result.current.enlarge(first));
  become([gone(first)]);
  expect(shown()).toBeNull();
  become([gone(first), second]);
  expect(shown()).toBeNull();
});
