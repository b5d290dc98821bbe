import { sessionLifetimes } from '@dazi/contract/identity/sessions.rules';
import { describe, expect, test } from 'vitest';
import { deviceOf, endOf, endOfUnkept, slidTo, usedHour } from './sessions.rules.ts';

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;
const { kept_ms, most_ms, usual_ms } = sessionLifetimes;
const createdAt = new Date('2026-03-01T09:12:34.567Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);

describe('when a session ends', () => {
  test('after 24 hours, or 30 days after it was last used, 365 days at most', () => {
    expect(endOf({ createdAt, isKept: false }, after(7 * hour_ms))).toEqual(after(usual_ms));
    expect(endOf({ createdAt, isKept: true }, createdAt)).toEqual(after(kept_ms));
    expect(endOf({ createdAt, isKept: true }, after(300 * day_ms))).toEqual(after(330 * day_ms));
    expect(endOf({ createdAt, isKept: true }, after(336 * day_ms))).toEqual(after(most_ms));
  });

  test('a kept one goes on once a day, another one never', () => {
    const kept = { createdAt, expiresAt: after(kept_ms), isKept: true };
    expect(slidTo(kept, after(day_ms - 1))).toBeNull();
    expect(slidTo(kept, after(day_ms))).toEqual(after(kept_ms + day_ms));
    expect(slidTo({ ...kept, expiresAt: after(kept_ms + day_ms) }, after(2 * day_ms - 1))).toBeNull();
    expect(slidTo({ ...kept, isKept: false }, after(5 * day_ms))).toBeNull();
    // What is at its last end already is not written again and again.
    expect(slidTo({ ...kept, expiresAt: after(most_ms) }, after(364 * day_ms))).toBeNull();
    expect(slidTo({ ...kept, expiresAt: after(most_ms - day_ms) }, after(336 * day_ms))).toEqual(
      after(most_ms),
    );
  });

  test('who does not want to stay has the rest of 24 hours, later 24 hours more, and never longer than before', () => {
    const kept = { createdAt, expiresAt: after(kept_ms), isKept: true };
    expect(endOfUnkept(kept, after(3 * hour_ms))).toEqual(after(usual_ms));
    expect(endOfUnkept(kept, after(5 * day_ms))).toEqual(after(6 * day_ms));
    expect(endOfUnkept(kept, after(kept_ms - hour_ms))).toEqual(after(kept_ms));
  });

  test('of its use the hour is known', () => {
    expect(usedHour(createdAt)).toEqual(new Date('2026-03-01T09:00:00.000Z'));
  });
});

describe('what a device is called', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  test.each([
    [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'chrome', 'windows'],
    [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`, 'edge', 'windows'],
    [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`, 'other', 'windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
      'firefox',
      'windows',
    ],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'safari', 'macos'],
    [`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`, 'safari', 'ios'],
    [`${iPhone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'chrome', 'ios'],
    [`${iPhone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'firefox', 'ios'],
    [`${iPhone} EdgiOS/125.0.2535.96 Version/17.0 Mobile/15E148 Safari/604.1`, 'edge', 'ios'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`,
      'chrome',
      'android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'samsung',
      'android',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'firefox', 'android'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'chrome', 'linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'chrome', 'other'],
    ['curl/8.5.0', 'other', 'other'],
    ['', 'other', 'other'],
    [undefined, 'other', 'other'],
    [`${'x'.repeat(100_000)} Chrome/126.0`, 'other', 'other'],
  ])('%s', (name, browser, system) => {
    expect(deviceOf(name)).toEqual({ browser, system });
  });
});
