import everyJourney from './playwright.config.ts';

/** `npm run screens:engines`: the main screens in three engines, beside each other. Not part of the tests. */
export default {
  ...everyJourney,
  testDir: 'e2e/engines',
  testMatch: 'looks.gallery.ts',
  workers: 1,
  use: { ...everyJourney.use, actionTimeout: 10_000 },
  reporter: [['list']],
};
