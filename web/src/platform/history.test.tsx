// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leaveWhatLayOver, useBackCloses } from './history.ts';

const box = document.createElement('div');
let navigate: NavigateFunction;
let state: unknown;
let isOpen = false;
let isNestedOpen = false;
let refuses = false;
let leavesAtOnce = false;

function Panel() {
  navigate = useNavigate();
  state = useLocation().state;
  useBackCloses('panel', isOpen, () => {
    if (refuses) return false;
    show(false);
  });
  useEffect(() => {
    if (!leavesAtOnce || !isOpen) return;
    leavesAtOnce = false;
    navigate(-1);
    queueMicrotask(() => window.dispatchEvent(new PopStateEvent('popstate')));
  });
  return (
    <p>
      {isOpen ? 'open' : 'closed'}
      {isOpen && <Nested />}
    </p>
  );
}

function Nested() {
  useBackCloses('nested', isNestedOpen, () => nest(false));
  return isNestedOpen && ' nested';
}

function nest(next: boolean) {
  isNestedOpen = next;
  show(isOpen);
}

function show(next: boolean) {
  isOpen = next;
  render(
    <MemoryRouter initialEntries={['/before', { pathname: '/page', state: { kept: 1 } }]} initialIndex={1}>
      <Panel />
    </MemoryRouter>,
    { container: box },
  );
}
const set = (next: boolean) => act(async () => show(next));
const go = (steps: number) => act(async () => navigate(steps));

beforeEach(() => {
  isNestedOpen = false;
  refuses = false;
  leavesAtOnce = false;
});
afterEach(cleanup);

test('going back closes what lies over the page, and nothing else', async () => {
  await set(false);
  await set(true);
  expect(state).toEqual({ kept: 1, over: 'panel' });
  await go(-1);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
});

test('an entry that is left before it was drawn closes what it stood for', async () => {
  await set(false);
  leavesAtOnce = true;
  await set(true);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
  await set(true);
  expect(state).toEqual({ kept: 1, over: 'panel' });
});

test('what is closed in another way takes its entry along, and can be opened again', async () => {
  await set(true);
  for (const _ of [1, 2]) {
    await set(false);
    expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
    await set(true);
    expect([box.textContent, state]).toEqual(['open', { kept: 1, over: 'panel' }]);
  }
  await go(-1);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
});

test('an entry without what lay over the page is left at once', async () => {
  await set(true);
  await go(-1);
  await go(1);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
});

test('what lies over it in turn closes alone, and goes with it', async () => {
  await set(true);
  await act(async () => nest(true));
  expect([box.textContent, state]).toEqual(['open nested', { kept: 1, over: 'panel/nested' }]);
  await go(-1);
  expect([box.textContent, state]).toEqual(['open', { kept: 1, over: 'panel' }]);
  await act(async () => nest(true));
  await act(async () => nest(false));
  expect([box.textContent, state]).toEqual(['open', { kept: 1, over: 'panel' }]);
  await act(async () => nest(true));
  await set(false);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
  await go(1);
  await go(1);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
});

test('both closed at once leave one entry each', async () => {
  await set(true);
  await act(async () => nest(true));
  await act(async () => {
    nest(false);
    show(false);
  });
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
});

test('what asks before it closes keeps an entry', async () => {
  await set(true);
  refuses = true;
  for (const _ of [1, 2]) {
    await go(-1);
    expect([box.textContent, state]).toEqual(['open', { kept: 1, over: 'panel' }]);
  }
  refuses = false;
  await go(-1);
  expect([box.textContent, state]).toEqual(['closed', { kept: 1 }]);
});

test('before the page is drawn anew, as many entries are left as lay over it', async () => {
  const { go } = window.history;
  const steps: number[] = [];
  window.history.go = (delta = 0) => {
    steps.push(delta);
    setTimeout(() => window.dispatchEvent(new PopStateEvent('popstate')));
  };
  try {
    for (const over of [undefined, 'panel', 'panel/nested']) {
      window.history.replaceState({ idx: 2, usr: { kept: 1, over } }, '');
      await leaveWhatLayOver();
    }
    window.history.replaceState(null, '');
    await leaveWhatLayOver();
  } finally {
    window.history.go = go;
  }
  expect(steps).toEqual([-1, -2]);
});

test('what goes while it is open leaves its entry, and nothing of what is shown instead', async () => {
  const { go } = window.history;
  const steps: number[] = [];
  window.history.go = (delta = 0) => void steps.push(delta);
  const goWith = async (over: string | undefined) => {
    await set(true);
    window.history.replaceState({ idx: 2, usr: { over } }, '');
    cleanup();
    window.history.replaceState(null, '');
  };
  try {
    for (const over of ['panel', 'panel/nested', 'other', undefined]) await goWith(over);
    await set(false);
    cleanup();
  } finally {
    window.history.go = go;
  }
  expect(steps).toEqual([-1, -2]);
});
