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

test.each([
  ['Beijing', 39.915, 116.404],
  ['Shanghai', 31.23, 121.47],
  ['Hong Kong', 22.32, 114.17],
  ['Macau', 22.2, 113.55],
  ['Haikou', 20.04, 110.2],
  ['Sanya', 18.25, 109.51],
  ['Xiamen', 24.48, 118.09],
  ['Kunming', 25.04, 102.71],
  ['Jinghong', 22, 100.79],
  ['Ruili', 24.01, 97.85],
  ['Lhasa', 29.65, 91.14],
  ['Shigatse', 29.27, 88.88],
  ['Kashgar', 39.47, 75.99],
  ['Yining', 43.91, 81.33],
  ['Altay', 47.84, 88.14],
  ['Dalian', 38.91, 121.6],
  ['Dandong', 40.12, 124.38],
  ['Yanji', 42.9, 129.5],
  ['Mohe', 52.97, 122.53],
  ['Heihe', 50.24, 127.49],
  ['Manzhouli', 49.6, 117.38],
  ['Erenhot', 43.65, 111.98],
])('%s is drawn elsewhere', (_name, latitude, longitude) => {
  expect(toGcj02({ latitude, longitude })).not.toEqual({ latitude, longitude });
});

test.each([
  ['Paris', 48.8566, 2.3522],
  ['Tokyo', 35.68, 139.77],
  ['Osaka', 34.69, 135.5],
  ['Fukuoka', 33.59, 130.4],
  ['Naha', 26.21, 127.68],
  ['Seoul', 37.57, 126.98],
  ['Busan', 35.18, 129.08],
  ['Pyongyang', 39.03, 125.75],
  ['Taipei', 25.03, 121.57],
  ['Kaohsiung', 22.62, 120.3],
  ['Manila', 14.6, 120.98],
  ['Hanoi', 21.03, 105.85],
  ['Hạ Long', 20.95, 107.08],
  ['Bangkok', 13.76, 100.5],
  ['Singapore', 1.3521, 103.8198],
  ['Mandalay', 21.97, 96.08],
  ['Kathmandu', 27.72, 85.32],
  ['Thimphu', 27.47, 89.64],
  ['Delhi', 28.61, 77.21],
  ['Srinagar', 34.08, 74.8],
  ['Bishkek', 42.87, 74.57],
  ['Almaty', 43.24, 76.95],
  ['Ulaanbaatar', 47.89, 106.91],
  ['Chita', 52.03, 113.5],
  ['Vladivostok', 43.12, 131.89],
])('%s is drawn where it is', (_name, latitude, longitude) => {
  expect(toGcj02({ latitude, longitude })).toEqual({ latitude, longitude });
  expect(fromGcj02({ latitude, longitude })).toEqual({ latitude, longitude });
});
