// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeywordsField } from './KeywordsField.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A page that gets to what was applied when it is told to. */
function aPage() {
  const applied: string[] = [];
  const onApply = (keywords: string) => void applied.push(keywords);
  const drawing = (keywords: string) => <KeywordsField keywords={keywords} onApply={onApply} />;
  const { getByRole, rerender, unmount } = render(drawing(''));
  const field = () => getByRole('textbox') as HTMLInputElement;
  return {
    applied,
    field,
    unmount,
    type: (value: string) => act(async () => void fireEvent.change(field(), { target: { value } })),
    rest: () => act(() => vi.advanceTimersByTimeAsync(300)),
    draw: (keywords: string) => act(async () => rerender(drawing(keywords))),
  };
}

test('what is typed while the page gets to what was typed before stays', async () => {
  const { applied, field, type, rest, draw } = aPage();
  await type('n');
  await rest();
  await type('n?');
  await draw('');
  expect(field().value).toBe('n?');
  await type('n?j');
  await draw('n');
  expect(field().value).toBe('n?j');
  await rest();
  expect(applied).toEqual(['n', 'n?j']);
  await draw('n?j');
  expect(field().value).toBe('n?j');
});

test('what is cleared or changed elsewhere is shown, whatever was typed and came back before', async () => {
  const { applied, field, type, rest, draw } = aPage();
  await type('a');
  await rest();
  await type('');
  await rest();
  await type('a');
  await rest();
  await draw('a');
  await draw('');
  expect(field().value).toBe('');
  await draw('chess');
  expect(field().value).toBe('chess');
  await rest();
  expect(applied).toEqual(['a', '', 'a']);
});

test('whoever leaves at once means what was typed', async () => {
  const { applied, type, unmount } = aPage();
  await type('pond');
  unmount();
  expect(applied).toEqual(['pond']);
});
