import { expect, test } from 'vitest';
import { fromGcj02, toGcj02 } from './gcj02.ts';

test('MAP-205 places in China are where maps there draw them, and back', () => {
  // The example that the libraries for it agree on.
  const drawn = toGcj02({ latitude: 39.915, longitude: 116.404 });
  expect(drawn.latitude).toBeCloseTo(39.916404, 6);
  expect(drawn.longitude).toBeCloseTo(116.410244, 6);
  for (const place of [
    { latitude: 39.915, longitude: 116.404 },
    { latitude: 31.2304, longitude: 121.4737 },
    { latitude: 22.5431, longitude: 114.0579 },
    { latitude: 43.8256, longitude: 87.6168 },
  ]) {
    const back = fromGcj02(toGcj02(place));
    expect(back.latitude).toBeCloseTo(place.latitude, 7);
    expect(back.longitude).toBeCloseTo(place.longitude, 7);
  }
});

test('elsewhere nothing is shifted', () => {
  const paris = { latitude: 48.8566, longitude: 2.3522 };
  expect(toGcj02(paris)).toEqual(paris);
  expect(fromGcj02(paris)).toEqual(paris);
});
