import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, placeToasts, type ToastQuestion } from './toast-place.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const apart = (one: Box, other: Box) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
const atRest = { x: 0, y: 0 };

/** Toasts as they are, in a window so wide, two of 100 px at most. */
const restIn = (width: number, height_px = 100) =>
  width < 768 ? box(8, 68, width - 16, height_px) : box(width - 376, 80, 360, height_px);
function placed(question: Omit<ToastQuestion, 'current' | 'staysOnTop'> & Partial<ToastQuestion>): Box {
  const staysOnTop = question.window.width < 768;
  const { x, y } = placeToasts({ current: atRest, staysOnTop, ...question });
  const { left, top, right, bottom } = question.rest;
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** A dialog in the middle, with bars and a button at each end of them; on small screens it fills the window. */
function dialogIn({ width, height }: { width: number; height: number }, wanted: number) {
  const frame =
    width < 768
      ? box(0, 0, width, height)
      : box((width - Math.min(wanted, width - 48)) / 2, 80, Math.min(wanted, width - 48), height - 160);
  const wide = frame.right - frame.left;
  const bars = [box(frame.left, frame.top, wide, 57), box(frame.left, frame.bottom - 68, wide, 68)];
  const controls = bars.flatMap(({ left, right, top }) => [
    box(left + 8, top + 8, 40, 40),
    box(right - 48, top + 8, 40, 40),
  ]);
  return { bars, controls };
}

test('they stay where nothing is below them', () => {
  const window = { width: 1440, height: 900 };
  expect(
    placeToasts({ rest: restIn(1440), window, bars: [], controls: [], current: atRest, staysOnTop: false }),
  ).toEqual(atRest);
  const small = dialogIn(window, 560);
  expect(placeToasts({ rest: restIn(1440), window, ...small, current: atRest, staysOnTop: false })).toEqual(
    atRest,
  );
});

test('they move just below the bar, or beside a button', () => {
  const window = { width: 1440, height: 900 };
  const rest = restIn(1440);
  const { bars, controls } = dialogIn(window, 1060);
  expect(placed({ rest, window, bars, controls })).toEqual({ ...rest, top: 145, bottom: 245 });
  const button = box(rest.left + 20, 150, 40, 40);
  expect(placed({ rest, window, bars: [], controls: [button] }).bottom).toBe(142);
});

test('at any width they cover neither bars nor buttons, and stay in the window', () => {
  const sizes = fc.record({
    width: fc.integer({ min: 360, max: 2000 }),
    height: fc.integer({ min: 640, max: 1400 }),
  });
  fc.assert(
    fc.property(
      sizes,
      fc.constantFrom(440, 560, 600, 664, 1060),
      fc.constantFrom(60, 100, 208),
      (window, wanted, high) => {
        const { bars, controls } = dialogIn(window, wanted);
        const place = placed({ rest: restIn(window.width, high), window, bars, controls });
        for (const taken of [...bars, ...controls]) expect(apart(place, taken)).toBe(true);
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(place.right).toBeLessThanOrEqual(window.width);
        expect(place.bottom).toBeLessThanOrEqual(window.height);
      },
    ),
  );
});

test('where something has to be covered it is not a bar, and of the rest as little as can be', () => {
  const window = { width: 360, height: 640 };
  const { bars } = dialogIn(window, 560);
  const field = box(8, 65, 344, 400);
  const buttons = [0, 1, 2].map((row) => box(8, 470 + 34 * row, 344, 30));
  const place = placed({ rest: restIn(360), window, bars, controls: [field, ...buttons] });
  for (const bar of bars) expect(apart(place, bar)).toBe(true);
  for (const button of buttons) expect(apart(place, button)).toBe(true);
});

test('on a phone they stand right below the bar, whatever else is there', () => {
  const window = { width: 390, height: 844 };
  const rest = restIn(390, 60);
  const { bars } = dialogIn(window, 560);
  const field = box(16, 70, 358, 200);
  const buttons = [0, 1, 2].map((row) => box(16, 280 + 60 * row, 358, 44));
  expect(placed({ rest, window, bars, controls: [field, ...buttons] })).toEqual(rest);
  // A bar that is taller than usual, as with large text, and one of a sheet that begins further down.
  expect(placed({ rest, window, bars: [box(0, 0, 390, 112)], controls: [] }).top).toBe(120);
  expect(placed({ rest, window, bars: [box(0, 100, 390, 57)], controls: [] }).top).toBe(165);
});

test('they do not run away while they are read', () => {
  const window = { width: 1440, height: 900 };
  const rest = restIn(1440);
  const before = dialogIn(window, 1060);
  const current = placeToasts({ rest, window, ...before, current: atRest, staysOnTop: false });
  expect(placeToasts({ rest, window, bars: [], controls: [], current, staysOnTop: false })).toEqual(current);
});
