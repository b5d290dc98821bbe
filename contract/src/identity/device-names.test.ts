import { expect, test } from 'vitest';
import { deviceName } from './device-names.ts';

const android = { browser: 'chrome', system: 'android' } as const;
const unknown = { browser: null, system: null };

test.each([
  ['en', 'Chrome on Android', 'Another browser on another system', 'Another browser on Android'],
  ['ja', 'AndroidのChrome', 'ほかのシステムのほかのブラウザー', 'Androidのほかのブラウザー'],
  ['zh', 'Android 上的 Chrome', '其他系统上的其他浏览器', 'Android 上的其他浏览器'],
] as const)('a device is named as one writes in %s', (language, known, other, half) => {
  expect(deviceName(android, language)).toBe(known);
  expect(deviceName(unknown, language)).toBe(other);
  expect(deviceName({ ...android, browser: 'other' }, language)).toBe(half);
});
