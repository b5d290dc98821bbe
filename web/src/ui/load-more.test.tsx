// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { draw, press } from '#testing/draw.tsx';
import { LoadMore } from './LoadMore.tsx';

const box = document.body.appendChild(document.createElement('div'));
const fetchNextPage = vi.fn();
const shown = { data: ['first'], hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };

const show = (state: Partial<typeof shown>) =>
  draw(
    <LoadMore list={{ ...shown, fetchNextPage, ...state }} label="Load more" failed="They did not come" />,
    box,
  );
const pressButton = () => press(box.querySelector('button')!);

beforeEach(() => {
  fetchNextPage.mockReset().mockResolvedValue({ data: ['first', 'second'], hasNextPage: false });
});

test('brings the next page while there is one', async () => {
  await show({});
  expect(box.textContent).toBe('Load more');
  await pressButton();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  await show({ isFetchingNextPage: true });
  await pressButton();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  await show({ hasNextPage: false });
  expect(box.textContent).toBe('');
});

test('says that the next page did not come, and asks for it again', async () => {
  await show({ isFetchNextPageError: true });
  expect(box.querySelector('[role="alert"]')!.textContent).toContain('They did not come');
  await pressButton();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  await show({ isFetchNextPageError: true, isFetchingNextPage: true });
  expect(box.querySelector('[role="alert"]')).toBeNull();
});

test('whoever pressed the button by keyboard stays at it when it fails, and when they try again', async () => {
  const focused = () => document.activeElement?.textContent;
  document.body.append(box);
  await show({});
  box.querySelector('button')!.focus();
  await pressButton();
  await show({ isFetchingNextPage: true });
  await show({ isFetchNextPageError: true });
  expect(focused()).toBe('Try Again');
  await pressButton();
  await show({ isFetchNextPageError: true, isFetchingNextPage: true });
  expect(focused()).toBe('Load more');
});

describe('whoever pressed the button of the last page by keyboard', () => {
  const list = (entries: readonly string[], state: Partial<typeof shown>) =>
    draw(
      <main>
        {entries.map((entry) => (
          <p key={entry}>
            <a href={`/${entry}`}>{entry}</a> <span>said</span>
          </p>
        ))}
        <LoadMore list={{ ...shown, fetchNextPage, ...state }} label="Load more" failed="They did not come" />
        <button type="button">Below</button>
      </main>,
      box,
    );

  async function loadLast(entries: readonly string[]) {
    document.body.append(box);
    await list(['first'], {});
    box.querySelector('button')!.focus();
    await pressButton();
    await list(['first'], { isFetchingNextPage: true });
    await list(entries, { hasNextPage: false });
  }

  test('goes on with the first of what came', async () => {
    await loadLast(['first', 'second', 'third']);
    expect(document.activeElement!.textContent).toBe('second');
  });

  test('goes on with what is below where nothing came', async () => {
    await loadLast(['first']);
    expect(document.activeElement!.textContent).toBe('Below');
  });

  test('begins anew where the list is another one by now', async () => {
    await loadLast(['other']);
    expect(document.activeElement!.tagName).toBe('MAIN');
  });

  test('stays where they have gone meanwhile', async () => {
    document.body.append(box);
    await list(['first'], {});
    await pressButton();
    const below = [...box.querySelectorAll('button')].at(-1)!;
    below.focus();
    await list(['first', 'second'], { hasNextPage: false });
    expect(document.activeElement).toBe(below);
  });
});
