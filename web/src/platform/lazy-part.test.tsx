// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press as click, draw as drawIn } from '#testing/draw.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange(open: boolean): void;
}

const load = vi.fn<() => Promise<{ Part: (props: DialogProps) => string }>>();
const there = async () => ({ Part: ({ isOpen }: DialogProps) => (isOpen ? 'it is open' : 'it is closed') });
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
let onOpenChange: (open: boolean) => void;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<main></main><div id="part"></div>';
  load.mockReset().mockImplementation(lost);
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const part = () => document.querySelector<HTMLElement>('#part')!;
const failure = () => part().querySelector('[role=alert]');
const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }));

/** A dialog that keeps being drawn when it is closed. */
async function open() {
  const Part = lazyPart<'Part', DialogProps>('Part', load);
  const draw = (isOpen: boolean) => drawIn(<Part isOpen={isOpen} onOpenChange={onOpenChange} />, part());
  onOpenChange = vi.fn((next: boolean) => void draw(next));
  await draw(true);
  await expect.poll(() => failure()).not.toBeNull();
  // What came by itself is told what happens in the window once its effects have run.
  await act(async () => {});
  return draw;
}

test('a dialog that did not come is dismissed by Escape, and asked for again when it opens again', async () => {
  const draw = await open();
  await press('Escape');
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(failure()).toBeNull();
  const attempts = load.mock.calls.length;
  await draw(false);
  expect(load).toHaveBeenCalledTimes(attempts);
  load.mockImplementation(there);
  await draw(true);
  await expect.poll(() => part().textContent).toBe('it is open');
});

test('Escape that dismisses it is no close request for the dialog below as well', async () => {
  await open();
  const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await act(async () => void document.body.dispatchEvent(key));
  expect(failure()).toBeNull();
  // Browsers hand a key that nobody has taken to what listens for close requests.
  expect(key.defaultPrevented).toBe(true);
});

test('a button closes what says that a part did not come', async () => {
  await open();
  const buttons = failure()!.querySelectorAll<HTMLButtonElement>('button.iconbtn');
  expect(buttons).toHaveLength(1);
  await click(buttons[0]!);
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(failure()).toBeNull();
});

test('what did not come is asked for by itself when the network is back', async () => {
  await open();
  load.mockImplementation(there);
  await act(async () => void fireEvent(window, new Event('online')));
  await expect.poll(() => part().textContent).toBe('it is open');
});

test('in the place of a whole page the failure stays', async () => {
  document.querySelector('main')!.remove();
  await open();
  await press('Escape');
  expect(failure()).not.toBeNull();
  expect(failure()!.querySelector('button.iconbtn')).toBeNull();
});

test('in the place of a whole page the failure is the main part of it, with its heading', async () => {
  document.querySelector('main')!.remove();
  await open();
  expect(document.querySelectorAll('main')).toHaveLength(1);
  expect(document.querySelector('main')!.contains(failure())).toBe(true);
  expect(failure()!.querySelector('h1')?.textContent).not.toBe('');
});

test('a page that is known not to come cannot be closed either, when it is asked for again from another page', async () => {
  const Lost = lazyPart<'Part', DialogProps>('Part', load);
  document.body.innerHTML = '<div id="part"></div>';
  const lostPage = <Lost isOpen={true} onOpenChange={() => {}} />;
  await drawIn(lostPage, part());
  await expect.poll(() => failure()).not.toBeNull();
  await drawIn(<main>another page</main>, part());
  await drawIn(lostPage, part());
  await expect.poll(() => failure()).not.toBeNull();
  expect(failure()!.querySelector('button.iconbtn')).toBeNull();
});

test('what did not come is asked for anew where it is opened the next time', async () => {
  const Lost = lazyPart<'Part', DialogProps>('Part', load);
  const lostPart = <Lost isOpen={true} onOpenChange={() => {}} />;
  await drawIn(lostPart, part());
  await expect.poll(() => failure()).not.toBeNull();
  await drawIn(<p>another page</p>, part());
  load.mockImplementation(there);
  await drawIn(lostPart, part());
  await expect.poll(() => part().textContent).toBe('it is open');
});

test('several that did not come say so once, and are asked for again or dismissed together', async () => {
  const closed = vi.fn();
  const One = lazyPart<'Part', DialogProps>('Part', load);
  const Other = lazyPart<'Part', DialogProps>('Part', load);
  const draw = () =>
    drawIn(
      <>
        <One isOpen={true} onOpenChange={() => closed('one')} />
        <Other isOpen={true} onOpenChange={() => closed('other')} />
      </>,
      part(),
    );
  await draw();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.poll(() => failure()).not.toBeNull();
  await act(async () => {});
  expect(part().querySelectorAll('[role=alert]')).toHaveLength(1);
  await press('Escape');
  expect(failure()).toBeNull();
  expect(closed.mock.calls.flat()).toEqual(['one', 'other']);
  load.mockImplementation(there);
  await act(async () => void fireEvent(window, new Event('online')));
  await expect.poll(() => part().textContent).toBe('it is openit is open');
});

test('what lies over a page that did not come is dismissed, and the page is not', async () => {
  const Over = lazyPart<'Part', DialogProps>('Part', load);
  const onFailure = vi.fn();
  const Page = lazyPart<'Part', DialogProps>('Part', load, onFailure);
  const draw = (page: ReactNode) =>
    drawIn(
      <>
        <Over isOpen={true} onOpenChange={() => {}} />
        {page}
      </>,
      part(),
    );
  await draw(null);
  await expect.poll(() => failure()).not.toBeNull();
  document.querySelector('main')!.remove();
  await draw(<Page isOpen={true} onOpenChange={() => {}} />);
  await expect.poll(() => onFailure.mock.calls.length).toBe(1);
  await act(async () => {});
  await press('Escape');
  await expect.poll(() => failure()).not.toBeNull();
  expect(failure()!.querySelector('button.iconbtn')).toBeNull();
});
