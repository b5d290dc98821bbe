// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { draw, press } from '#testing/draw.tsx';
import { boundsAround } from './geometry.ts';
import { MapCanvas, type MapHandle } from './MapCanvas.tsx';
import {
  type CreateMapProvider,
  FinalMapFailure,
  type MapProvider,
  type MapProviderEvents,
} from './map-provider.ts';
import type { MapTexts } from './map-texts.ts';
import { type MapPadding, type MapPin, type MapView, NO_PADDING } from './map-types.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const home: MapView = { latitude: 51.5, longitude: -0.1, zoom: 12 };
const far: MapView = { latitude: 48.9, longitude: 2.3, zoom: 16 };
const words = Object.fromEntries(
  ['map', 'zoomIn', 'zoomOut', 'locate', 'loading', 'attribution', 'tryAgain', 'useBuiltIn'].map((word) => [
    word,
    word,
  ]),
);
const still = {
  initialView: home,
  pins: [],
  selectedPinId: null,
  ownPosition: null,
  language: 'en',
  theme: 'light',
  reducedMotion: false,
  popover: null,
} as const;
const say = () => 'several';
const texts = {
  cluster: say,
  samePlace: say,
  about: say,
  ...words,
  distance: (metres: number) => `${metres} m`,
} as unknown as MapTexts;

/** A map that flies until it is told to arrive, and that whatever moves it anew breaks off. */
function flyingMap() {
  let view = home;
  let flight: MapView | null = null;
  let events: MapProviderEvents;
  const settle = () => events.onSettle({ byHand: false });
  const breakOff = () => {
    if (flight === null) return;
    flight = null;
    settle();
  };
  const surface = document.body.appendChild(document.createElement('div'));
  surface.tabIndex = 0;
  const provider: Partial<MapProvider> = {
    overlayRoot: surface,
    focus: () => surface.focus(),
    getSize: () => ({ width: 360, height: 640 }),
    getView: () => view,
    getBounds: () => boundsAround(view, 360, 640),
    project: () => ({ x: 0, y: 0 }),
    panBy: breakOff,
    isMoving: () => flight !== null,
    moveTo: (to) => {
      breakOff();
      flight = to;
    },
    setPadding: vi.fn(() => {
      breakOff();
      settle();
    }),
    setAppearance: () => {},
    setLabel: () => {},
    resize: () => {},
    whenDrawn: async () => {},
    destroy: () => {},
  };
  const createProvider: CreateMapProvider = async (options) => {
    events = options.events;
    return provider as MapProvider;
  };
  const arrive = () => {
    view = flight ?? view;
    flight = null;
    settle();
  };
  return {
    surface,
    createProvider,
    arrive,
    view: () => view,
    moveByHand: (to: MapView) => {
      breakOff();
      view = to;
      settle();
    },
  };
}

async function show(pins: readonly MapPin[] = []) {
  const map = flyingMap();
  const handle = createRef<MapHandle>();
  const place = document.body.appendChild(document.createElement('div'));
  const drawWith = (padding: MapPadding) =>
    draw(
      <MapCanvas
        createProvider={map.createProvider}
        handle={handle}
        {...still}
        pins={pins}
        padding={padding}
        texts={texts}
      />,
      place,
    );
  await drawWith(NO_PADDING);
  return { ...map, handle, cover: (bottom: number) => drawWith({ ...NO_PADDING, bottom }) };
}

test('the map arrives where it flies to, also when what covers it changes on the way', async () => {
  const { handle, cover, arrive, view } = await show();
  act(() => handle.current!.flyTo(far));
  await cover(300);
  act(arrive);
  expect(view()).toEqual(far);
});

test('a map that was taken elsewhere since stays there when what covers it changes', async () => {
  const { handle, cover, arrive, view, moveByHand } = await show();
  act(() => handle.current!.flyTo(far));
  act(arrive);
  const elsewhere = { ...far, latitude: 50 };
  act(() => moveByHand(elsewhere));
  await cover(300);
  act(arrive);
  expect(view()).toEqual(elsewhere);
});

test('who tries again by keyboard goes on in the page when the button has gone', async () => {
  const main = document.body.appendChild(document.createElement('main'));
  let isThere = false;
  const createProvider: CreateMapProvider = () =>
    isThere ? new Promise(() => {}) : Promise.reject(new FinalMapFailure('no such key'));
  await draw(<MapCanvas {...still} createProvider={createProvider} texts={texts} />, main);
  const button = main.querySelector<HTMLButtonElement>('[role=alert] button')!;
  isThere = true;
  button.focus();
  await press(button);
  expect(main.querySelector('[role=alert]')).toBeNull();
  expect(document.activeElement).toBe(main);
});

test('a map that cannot be shown has no buttons that would lie under what says so', async () => {
  const createProvider: CreateMapProvider = () => Promise.reject(new FinalMapFailure('no such key'));
  await draw(<MapCanvas {...still} createProvider={createProvider} texts={texts} />);
  const notice = document.querySelector('[role=alert]')!;
  const others = [...document.querySelectorAll('button')].filter((button) => !notice.contains(button));
  expect(others).toEqual([]);
});

const pinAt = (id: string, longitude: number): MapPin => ({ id, kind: 'post', label: id, ...far, longitude });
const markers = () => [...document.querySelectorAll<HTMLElement>('.map-anchor button')];
const focused = () => document.activeElement?.getAttribute('aria-label');

test('whoever is on a marker by keyboard stays on the map when it goes into a cluster, or out of sight', async () => {
  const { moveByHand, surface } = await show([pinAt('left', 2.3), pinAt('right', 2.3035)]);
  await act(async () => moveByHand(far));
  expect(markers()).toHaveLength(2);
  markers()[1]!.focus();
  await act(async () => moveByHand({ ...far, zoom: 8 }));
  expect(markers()).toHaveLength(1);
  expect(focused()).toBe('several');
  await act(async () => moveByHand(far));
  expect(['left', 'right']).toContain(focused());
  await act(async () => moveByHand({ ...far, latitude: 10 }));
  expect(markers()).toHaveLength(0);
  expect(document.activeElement).toBe(surface);
});

test('a marker that goes after somebody has left it takes no focus along', async () => {
  const { moveByHand } = await show([pinAt('left', 2.3), pinAt('right', 2.3035)]);
  const elsewhere = document.body.appendChild(document.createElement('button'));
  await act(async () => moveByHand(far));
  markers()[1]!.focus();
  elsewhere.focus();
  elsewhere.blur();
  await act(async () => moveByHand({ ...far, zoom: 8 }));
  expect(document.activeElement).toBe(document.body);
});
