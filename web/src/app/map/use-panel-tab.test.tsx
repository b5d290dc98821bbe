// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { BrowserRouter, type NavigateFunction, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draw } from '#testing/draw.tsx';
import { usePanelTab } from './use-panel-tab.ts';

let shown: ReturnType<typeof usePanelTab>;
let navigate: NavigateFunction;

function Probe() {
  shown = usePanelTab();
  navigate = useNavigate();
  return null;
}

const drawn = async (path: string) => {
  window.history.replaceState(null, '', path);
  await draw(
    <BrowserRouter>
      <Probe />
    </BrowserRouter>,
  );
};
const choose = (tab: (typeof shown)[0]) => act(async () => shown[1](tab));
const go = (to: string | number) =>
  act(async () => {
    await navigate(to as string);
    // Going back takes a moment.
    await new Promise((done) => setTimeout(done, 50));
  });
const address = () => window.location.pathname + window.location.search;

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(cleanup);

test('the address tells which list it is, without a trace in the history', async () => {
  await drawn('/?map=13/36.65/138.18&when=today');
  expect(shown[0]).toBe('post');
  const { length } = window.history;
  await choose('plan');
  expect(shown[0]).toBe('plan');
  expect(address()).toBe('/?map=13%2F36.65%2F138.18&when=today&list=soon');
  await choose('post');
  expect(address()).toBe('/?map=13%2F36.65%2F138.18&when=today');
  expect(window.history.length).toBe(length);
});

test.each([
  ['/?list=soon', 'plan'],
  ['/plan/p1?list=groups', 'room'],
  ['/?meet=59.33/18.07', 'post'],
])('%s opens the list of each %s', async (path, tab) => {
  await drawn(path);
  expect(shown[0]).toBe(tab);
  expect(address()).toBe(path);
});

test('what names no list is ignored', async () => {
  await drawn('/?list=constructor&when=week');
  expect(shown[0]).toBe('post');
  expect(address()).toBe('/?when=week');
});

test('a link without a list leads to the one that was left, and going back to the one that was there', async () => {
  await drawn('/?list=groups');
  cleanup();
  window.history.pushState(null, '', '/messages');
  await draw(
    <BrowserRouter>
      <Probe />
    </BrowserRouter>,
  );
  await go('/?when=week');
  expect(shown[0]).toBe('post');
  await choose('plan');
  await go('/');
  expect(shown[0]).toBe('plan');
  expect(address()).toBe('/?list=soon');
  await choose('room');
  await go(-1);
  expect(shown[0]).toBe('plan');
  expect(address()).toBe('/?when=week&list=soon');
});
