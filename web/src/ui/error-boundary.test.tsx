// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '#testing/draw.tsx';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';

let copied = '';
let wantsClientErrors = true;
const asked: { path: string; body: unknown }[] = [];

beforeEach(() => {
  copied = '';
  wantsClientErrors = true;
  asked.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    asked.push({ path, body: body && JSON.parse(body) });
    return Response.json({ success: true, data: { wantsClientErrors } });
  });
  document.body.innerHTML = '<div id="page"></div>';
});
afterEach(() => {
  delete window.daziErrors;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const page = () => document.querySelector<HTMLElement>('#page')!;
const button = (name: string) =>
  [...page().querySelectorAll('button')].find(({ textContent }) => textContent === name)!;

/** Not by user-event, which brings a clipboard of its own. */
const press = (element: Element) => act(async () => void fireEvent.click(element));

const usual = () => new TypeError('No “see you at eight” for ann@example.org');

function Broken({ by }: { by: unknown }): never {
  throw by;
}

async function fail(by: unknown = usual()) {
  await draw(
    <ErrorBoundary>
      <Broken by={by} />
    </ErrorBoundary>,
    page(),
  );
  await expect.poll(() => button('Copy details')).toBeDefined();
}

test('a page that failed keeps what happened, without texts of people, to be copied with one button', async () => {
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (test)',
    clipboard: { writeText: async (text: string) => (copied = text) },
  });
  window.daziErrors = [new RangeError('Too deep'), 'left by hand'];
  await fail();
  expect(page().querySelector('h1')!.textContent).toBe('Something went wrong.');
  await press(button('Copy details'));
  expect(page().querySelector('[role=status]')!.textContent).toContain('Copied.');
  expect(copied).toMatch(/^TypeError: No “…” for …\n/);
  expect(copied).toMatch(/Components:\n\s*at Broken/);
  expect(copied).toContain('Before it: RangeError: Too deep');
  expect(copied).toContain('Before it: Error: left by hand');
  expect(copied).toContain('Mozilla/5.0 (test)');
  expect(copied).not.toContain('see you at eight');
  expect(page().querySelector('pre')!.textContent).toBe(copied);
});

test('where nothing can be copied the details are opened and marked', async () => {
  vi.stubGlobal('navigator', { userAgent: 'old', clipboard: undefined });
  document.execCommand = () => false;
  await fail();
  await press(button('Copy details'));
  expect(page().querySelector('[role=status]')!.textContent).toContain('copy them by hand');
  expect(page().querySelector('details')!.open).toBe(true);
  expect(getSelection()!.toString()).toContain('TypeError: No “…” for …');
});

test.each([
  ['says nothing of itself', Object.create(null)],
  ['has no text for its places', Object.assign(new Error('x'), { stack: 7 })],
])('what was thrown and %s has a screen and details, too', async (_what, thrown) => {
  window.daziErrors = [Object.create(null)];
  await fail(thrown);
  expect(page().querySelector('h1')!.textContent).toBe('Something went wrong.');
  expect(page().querySelector('pre')!.textContent).toMatch(/^Error\n.*Before it: Error\n/s);
});

test('where its details fail the screen stays without them', async () => {
  const looks = vi.fn(() => {
    throw new Error('no name');
  });
  vi.stubGlobal('navigator', Object.defineProperty({}, 'userAgent', { get: looks }));
  await draw(
    <ErrorBoundary>
      <Broken by={usual()} />
    </ErrorBoundary>,
    page(),
  );
  await expect.poll(() => looks).toHaveBeenCalled();
  await act(async () => {});
  expect(page().querySelector('h1')!.textContent).toBe('Something went wrong.');
  expect(button('Copy details')).toBeUndefined();
});

test('title and text alone are read out at once', async () => {
  await fail();
  const [alert, ...others] = page().querySelectorAll('[role=alert]');
  expect(others).toEqual([]);
  expect(alert!.textContent).toContain('Something went wrong.');
  expect(alert!.querySelectorAll('button, [role=status], details')).toHaveLength(0);
});

const told = () => asked.filter(({ path }) => path === '/api/client-errors');

test('an operator who asks for it is told once, and the screen says so', async () => {
  await fail();
  await expect.poll(() => page().textContent).toContain('The operator of this server has been told.');
  expect(told()).toEqual([
    {
      path: '/api/client-errors',
      body: expect.objectContaining({
        message: 'TypeError: No “…” for …',
        component: expect.stringContaining('at Broken'),
      }),
    },
  ]);
});

test('nobody else is told anything', async () => {
  wantsClientErrors = false;
  await fail();
  await expect.poll(() => asked.map(({ path }) => path)).toEqual(['/api/settings']);
  await act(async () => {});
  expect(told()).toEqual([]);
  expect(page().textContent).not.toContain('operator');
});
