import { type BrowserContextOptions, devices } from '@playwright/test';

const {
  userAgent,
  deviceScaleFactor: _density,
  defaultBrowserType: _browser,
  ...phone
} = devices['Pixel 7']!;

/**
 * Motion is off unless it is what a journey looks at. Drawing maps in software costs by the pixel, so there is a quarter
 * of them unless pictures are kept; what is where, and how large, stays as it is.
 */
const still = {
  reducedMotion: 'reduce',
  // What a worker answers no journey can hold back or change; those about it let it in.
  serviceWorkers: 'block',
  locale: 'en-US',
  deviceScaleFactor: process.env.KEEP_SCREENS === '1' ? 1 : 0.5,
} as const;

export const desktop = {
  name: 'desktop',
  options: { ...still, viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions,
};
/** For journeys that are not about how it looks. */
export const laptop = {
  name: 'laptop',
  options: {
    ...still,
    viewport: { width: 1152, height: 720 },
  } satisfies BrowserContextOptions,
};
export const phoneDevice = {
  name: 'phone',
  options: {
    ...still,
    ...phone,
    userAgent,
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
  } satisfies BrowserContextOptions,
};
export const tablet = {
  name: 'tablet',
  options: {
    ...still,
    viewport: { width: 768, height: 1024 },
    hasTouch: true,
  } satisfies BrowserContextOptions,
};
export type Device = typeof desktop | typeof laptop | typeof phoneDevice | typeof tablet;
