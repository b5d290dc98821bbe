import everyJourney from './playwright.config.ts';

/** `npm run screens:readme`: the pictures of the README, taken anew. Not part of the tests. */
export default {
  ...everyJourney,
  testDir: 'e2e/readme',
  testMatch: 'readme.gallery.ts',
  workers: 1,
  use: { ...everyJourney.use, actionTimeout: 10_000 },
  reporter: [['list']],
};
