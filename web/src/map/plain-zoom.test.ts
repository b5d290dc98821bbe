import View from 'ol/View.js';
import { expect, test } from 'vitest';
import { DEEPEST_ZOOM } from '#map/map-types.ts';
import { ZOOM_DIFFERENCE, zoomLimits, zoomOf } from './plain-zoom.ts';

test('a whole step that the map was set to is that step, however wide the map is', () => {
  for (let width_px = 320; width_px <= 2560; width_px++) {
    const view = new View({ center: [0, 0], zoom: 4, ...zoomLimits(width_px) });
    for (let zoom = 3; zoom <= DEEPEST_ZOOM; zoom++) {
      view.setZoom(zoom + ZOOM_DIFFERENCE);
      expect(zoomOf(view), `${width_px} px wide`).toBe(zoom);
    }
  }
});

test('what lies between two steps stays there', () => {
  const view = new View({ center: [0, 0], zoom: 4, ...zoomLimits(1280) });
  view.setZoom(12.34 + ZOOM_DIFFERENCE);
  expect(zoomOf(view)).toBeCloseTo(12.34, 9);
});
