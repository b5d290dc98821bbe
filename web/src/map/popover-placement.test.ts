import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moveIntoView,
  type PopoverQuestion,
  placePopover,
  popoverArea,
  type Rectangle,
  type ViewQuestion,
} from '#map/popover-placement.ts';

const desktop = popoverArea(1440, 900, { top: 68, right: 0, bottom: 0, left: 396 });
const phone = popoverArea(390, 844, { top: 110, right: 0, bottom: 96, left: 0 });
const size = { width: 344, height: 400 };

function ask(question: Partial<PopoverQuestion>) {
  return placePopover({ anchor: { x: 800, y: 450 }, anchorRadius: 26, size, area: desktop, ...question });
}

describe('placePopover', () => {
  it('stands right of the marker where there is room', () => {
    expect(ask({})).toMatchObject({ side: 'right', left: 838, reaches: true });
  });

  it('flips at the edge', () => {
    expect(ask({ anchor: { x: 1300, y: 450 } }).side).toBe('left');
  });

  it('flips before it covers the own position', () => {
    const avoid = [{ point: { x: 1000, y: 450 }, radius: 16 }];
    expect(ask({ avoid }).side).toBe('left');
  });

  it('slides along its marker when no side is free', () => {
    const avoid = [
      { point: { x: 1000, y: 400 }, radius: 16 },
      { point: { x: 600, y: 400 }, radius: 16 },
      { point: { x: 800, y: 300 }, radius: 16 },
      { point: { x: 800, y: 700 }, radius: 16 },
    ];
    const { left, top } = ask({ avoid });
    expect(left).toBe(838);
    expect(top).toBeGreaterThanOrEqual(416);
  });

  it('stays on its side while that is as good as another', () => {
    expect(ask({ current: 'left' }).side).toBe('left');
  });

  it('stands above or below on a phone', () => {
    const small = { width: 344, height: 240 };
    expect(ask({ area: phone, size: small, anchor: { x: 195, y: 500 } }).side).toBe('top');
    expect(ask({ area: phone, size: small, anchor: { x: 195, y: 200 } }).side).toBe('bottom');
  });

  it('keeps 16 px from every edge and out of the panels, wherever the marker is', () => {
    for (let x = 0; x <= 1440; x += 45) {
      for (let y = 0; y <= 900; y += 45) {
        const { left, top } = ask({ anchor: { x, y } });
        expect(left).toBeGreaterThanOrEqual(412);
        expect(left + size.width).toBeLessThanOrEqual(1424);
        expect(top).toBeGreaterThanOrEqual(84);
        expect(top + size.height).toBeLessThanOrEqual(884);
      }
    }
  });
});

it('lets panels give way when they leave no room', () => {
  expect(popoverArea(390, 844, { top: 110, right: 0, bottom: 560, left: 0 })).toMatchObject({
    top: 16,
    bottom: 828,
  });
});

const apart = (one: Rectangle, other: Rectangle) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

describe('moveIntoView', () => {
  const frames = {
    desktop: {
      area: desktop,
      // Two chips of filters, and the buttons of the map.
      keepOff: [
        { left: 408, top: 80, right: 448, bottom: 120 },
        { left: 456, top: 80, right: 560, bottom: 120 },
        { left: 1368, top: 724, right: 1412, bottom: 768 },
        { left: 1368, top: 778, right: 1412, bottom: 868 },
      ],
      size: { width: 344, height: 320 },
    },
    phone: {
      area: popoverArea(390, 844, { top: 122, right: 0, bottom: 156, left: 0 }),
      keepOff: [
        { left: 330, top: 524, right: 374, bottom: 568 },
        { left: 330, top: 578, right: 374, bottom: 668 },
      ],
      size: { width: 344, height: 240 },
    },
  };
  const movedBy = (question: ViewQuestion) => {
    const { x, y } = moveIntoView(question);
    return { ...question, anchor: { x: question.anchor.x + x, y: question.anchor.y + y } };
  };

  it.each(Object.entries(frames))('leaves what is free where it is, %s', (_name, frame) => {
    const { left, right, top, bottom } = frame.area;
    const anchor = { x: (left + right) / 2, y: top + (bottom - top) * 0.55 };
    const { x, y } = moveIntoView({ ...frame, anchor, anchorRadius: 26 });
    expect([x, y]).toEqual([0, 0]);
  });

  it('moves no more than it takes', () => {
    const { area, keepOff } = frames.phone;
    // Below the button in the corner: up or to the left is further than to its side.
    expect(moveIntoView({ area, keepOff, size: null, anchor: { x: 320, y: 600 }, anchorRadius: 26 })).toEqual(
      {
        x: -16,
        y: 0,
      },
    );
    expect(moveIntoView({ area, keepOff, size: null, anchor: { x: 195, y: 800 }, anchorRadius: 26 })).toEqual(
      {
        x: 0,
        y: 672 - 26 - 800,
      },
    );
  });

  it.each(Object.entries(frames))(
    'brings marker and popover out from under everything, once and for all, %s',
    (_name, { area, keepOff, size: largest }) => {
      const anywhere = fc.record({
        x: fc.integer({ min: 0, max: 1440 }),
        y: fc.integer({ min: 0, max: 900 }),
      });
      const heights = fc.integer({ min: 120, max: largest.height });
      fc.assert(
        fc.property(anywhere, heights, fc.boolean(), (anchor, height, hasPopover) => {
          const size = hasPopover ? { width: largest.width, height } : null;
          const moved = movedBy({ area, keepOff, size, anchor, anchorRadius: 26 });
          const { x, y } = moved.anchor;
          const marker = { left: x - 26, top: y - 26, right: x + 26, bottom: y + 26 };
          expect(marker.left).toBeGreaterThanOrEqual(area.left);
          expect(marker.right).toBeLessThanOrEqual(area.right);
          expect(marker.top).toBeGreaterThanOrEqual(area.top);
          expect(marker.bottom).toBeLessThanOrEqual(area.bottom);
          for (const floating of keepOff) expect(apart(marker, floating)).toBe(true);
          if (size) {
            const { left, top } = placePopover({ ...moved, size });
            const popover = { left, top, right: left + size.width, bottom: top + size.height };
            for (const other of [marker, ...keepOff]) expect(apart(popover, other)).toBe(true);
          }
          const again = moveIntoView(moved);
          expect([again.x, again.y]).toEqual([0, 0]);
        }),
      );
    },
  );
});
