import { describe, expect, it } from 'vitest';
import { type PopoverQuestion, placePopover, popoverArea } from '#map/popover-placement.ts';

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
