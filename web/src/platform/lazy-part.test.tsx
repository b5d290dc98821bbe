// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from '#ui/lazy-part.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange(open: boolean): void;
}

const load = vi.fn<() => Promise<{ Part: (props: DialogProps) => string }>>();
const there = async () => ({ Part: ({ isOpen }: DialogProps) => (isOpen ? 'it is open' : 'it is closed') });
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
let root: Root;
let onOpenChange: (open: boolean) => void;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<main></main><div id="part"></div>';
  root = createRoot(document.querySelector('#part')!);
  load.mockReset().mockImplementation(lost);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const part = () => document.querySelector('#part')!;
const failure = () => part().querySelector('[role=alert]');
const press = (key: string) =>
  act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

/** A dialog that keeps being drawn when it is closed. */
async function open() {
  const Part = lazyPart<'Part', DialogProps>('Part', load);
  const draw = (isOpen: boolean) =>
    act(async () => root.render(<Part isOpen={isOpen} onOpenChange={onOpenChange} />));
  onOpenChange = vi.fn((next: boolean) => void draw(next));
  await draw(true);
  await vi.waitFor(() => expect(failure()).not.toBeNull());
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
  await vi.waitFor(() => expect(part().textContent).toBe('it is open'));
});

test('a button closes what says that a part did not come', async () => {
  await open();
  const buttons = failure()!.querySelectorAll<HTMLButtonElement>('button.iconbtn');
  expect(buttons).toHaveLength(1);
  await act(async () => buttons[0]!.click());
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(failure()).toBeNull();
});

test('what did not come is asked for by itself when the network is back', async () => {
  await open();
  load.mockImplementation(there);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(part().textContent).toBe('it is open'));
});

test('in the place of a whole page the failure stays', async () => {
  document.querySelector('main')!.remove();
  await open();
  await press('Escape');
  expect(failure()).not.toBeNull();
  expect(failure()!.querySelector('button.iconbtn')).toBeNull();
});
