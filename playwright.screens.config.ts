import everyJourney from './playwright.config.ts';

/** `npm run screens`: pictures of every screen, to be looked at. Not part of the tests. */
export default {
  ...everyJourney,
  testDir: 'e2e/gallery',
  testMatch: '*.gallery.ts',
  fullyParallel: true,
  timeout: 1_200_000,
  use: { ...everyJourney.use, actionTimeout: 10_000 },
  reporter: [['list']],
};
