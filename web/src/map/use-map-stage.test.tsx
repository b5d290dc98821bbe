// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CreateMapProvider, FinalMapFailure, type MapProviderEvents } from '#map/map-provider.ts';
import { type StageState, useMapStage } from './use-map-stage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A map that never stands; what it reports is told by the test. */
function show() {
  const attempts: MapProviderEvents[] = [];
  const newProvider = (): CreateMapProvider => {
    return ({ events }) => {
      attempts.push(events);
      return new Promise(() => {});
    };
  };
  const surface = createRef<HTMLDivElement>();
  let state: StageState | undefined;
  function Probe({ createProvider }: { createProvider: CreateMapProvider }) {
    state = useMapStage(surface, {
      createProvider,
      initialView: { latitude: 0, longitude: 0, zoom: 1 },
      padding: { top: 0, right: 0, bottom: 0, left: 0 },
      appearance: { language: 'en', theme: 'light' },
      label: 'Map',
      onReady: () => {},
      onSettle: () => {},
      onFrame: () => {},
      onClick: () => {},
    });
    return <div ref={surface} />;
  }
  const { unmount: leave, rerender } = render(<Probe createProvider={newProvider()} />);
  return {
    attempts,
    state: () => state!,
    fail: (times: number) =>
      act(() => {
        for (let time = 0; time < times; time += 1) attempts.at(-1)!.onFailure(new Error('no tile'));
      }),
    refuse: () => act(() => attempts.at(-1)!.onFailure(new FinalMapFailure('no such key'))),
    becomeReady: () => act(() => attempts.at(-1)!.onReady()),
    changeOver: () => rerender(<Probe createProvider={newProvider()} />),
    pass: (time_ms: number) => act(() => vi.advanceTimersByTime(time_ms)),
    leave,
  };
}

test('what fails several times at once is made anew once', () => {
  const { attempts, state, fail, pass, leave } = show();
  fail(5);
  expect(state().status).toBe('loading');
  pass(10_000);
  expect(attempts).toHaveLength(2);
  leave();
});

test('after three more attempts it waits to be asked, and then tries as often again', () => {
  const { attempts, state, fail, pass, leave } = show();
  for (let round = 0; round < 4; round += 1) {
    fail(2);
    pass(2_000);
  }
  expect(state().status).toBe('failed');
  pass(60_000);
  expect(attempts).toHaveLength(4);
  act(() => state().tryAgain());
  expect([state().status, attempts.length]).toEqual(['loading', 5]);
  fail(2);
  pass(500);
  expect(attempts).toHaveLength(6);
  leave();
});

test('what befalls a map that stands after all counts anew', () => {
  const { attempts, fail, becomeReady, pass, leave } = show();
  fail(1);
  becomeReady();
  fail(1);
  // The second pause, not the first one, which began before.
  pass(600);
  expect(attempts).toHaveLength(1);
  pass(500);
  expect(attempts).toHaveLength(2);
  leave();
});

test('a map that was refused for good stays so, drawn or not', () => {
  const { attempts, state, fail, refuse, becomeReady, pass, leave } = show();
  refuse();
  becomeReady();
  fail(1);
  pass(10_000);
  expect([state().status, attempts.length]).toEqual(['failed', 1]);
  act(() => state().tryAgain());
  // Refused also while the next attempt waits.
  fail(1);
  refuse();
  pass(10_000);
  expect([state().status, attempts.length]).toEqual(['failed', 2]);
  leave();
});

test('another map in its place is awaited, and tried as often as if none had failed', () => {
  const { attempts, state, fail, refuse, changeOver, pass, leave } = show();
  fail(1);
  pass(500);
  refuse();
  changeOver();
  expect([state().status, attempts.length]).toEqual(['loading', 3]);
  for (let round = 0; round < 3; round += 1) {
    fail(1);
    pass(2_000);
  }
  expect([state().status, attempts.length]).toEqual(['loading', 6]);
  leave();
});
