// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { PlaceSearchBox } from './PlaceSearchBox.tsx';

const box = document.body.appendChild(document.createElement('div'));
const onPick = vi.fn();
const map = { current: null };
const towns = ['Tokyo', 'Toronto', 'Torreón'];
let isAway: boolean;
/** What answers wait for. */
let held: Promise<void> | null;

async function answer(request: string | Request) {
  await held;
  if (isAway) return Response.json({ success: false, error: 'Later', code: 'RATE_LIMITED' }, { status: 429 });
  const address = new URL(typeof request === 'string' ? request : request.url, 'http://dazi.example');
  const query = address.searchParams.get('query') ?? '';
  const data = towns
    .filter((name) => name.startsWith(query))
    .map((name) => ({
      name,
      names: {},
      country: 'XX',
      latitude: 1,
      longitude: 2,
      population: 3,
      near: null,
    }));
  return Response.json({ success: true, data });
}

beforeEach(async () => {
  onPick.mockReset();
  isAway = false;
  held = null;
  vi.stubGlobal('fetch', answer);
  await draw(
    <Asking client={createQueryClient()}>
      <PlaceSearchBox key={Math.random()} map={map} onPick={onPick} onClose={() => {}} />
    </Asking>,
    box,
  );
});
afterEach(() => vi.unstubAllGlobals());

const field = () => box.querySelector('input')!;
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pressEnter = () => fireEvent.keyDown(field(), { key: 'Enter' });
const listed = () =>
  [...box.querySelectorAll('[role="option"] > :first-child')].map((one) => one.textContent);
const picked = () => onPick.mock.calls.map(([place]) => place.name);

test('Enter goes to what was typed, not to what was listed before', async () => {
  type('To');
  await vi.waitFor(() => expect(listed()).toEqual(towns));
  type('Toronto');
  pressEnter();
  expect(picked()).toEqual([]);
  await vi.waitFor(() => expect(picked()).toEqual(['Toronto']));
});

test('Enter before anything is listed goes to the first that is found', async () => {
  type('Tor');
  pressEnter();
  await vi.waitFor(() => expect(picked()).toEqual(['Toronto']));
});

test('whoever types on goes nowhere yet', async () => {
  type('Tok');
  pressEnter();
  type('Torr');
  await vi.waitFor(() => expect(listed()).toEqual(['Torreón']));
  expect(picked()).toEqual([]);
  pressEnter();
  expect(picked()).toEqual(['Torreón']);
});

test('what is not there is gone to by no later answer, and Enter asks again for what did not come', async () => {
  type('Nowhere');
  pressEnter();
  await vi.waitFor(() => expect(box.textContent).toContain('No place begins like that'));
  isAway = true;
  type('Tok');
  pressEnter();
  await vi.waitFor(() => expect(box.textContent).toContain('could not be looked up'));
  isAway = false;
  pressEnter();
  await vi.waitFor(() => expect(listed()).toEqual(['Tokyo']));
  expect(picked()).toEqual([]);
});

test.each([
  ['https://uri.amap.com/marker?position=116.47,39.99', 'From Amap'],
  ['geo:35.68,139.76', 'From a map link'],
])('%s says whose link it is', async (link, text) => {
  type(link);
  await vi.waitFor(() => expect(box.querySelector('[role="option"]')?.textContent).toContain(text));
});

test('an answer that takes long is waited for visibly, until it is there', async () => {
  let letGo = () => {};
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  const isShown = () => box.querySelector('.spin') !== null;
  type('Tok');
  expect(isShown()).toBe(false);
  await vi.waitFor(() => expect(isShown()).toBe(true));
  letGo();
  await vi.waitFor(() => expect(listed()).toEqual(['Tokyo']));
  expect(isShown()).toBe(false);
});
