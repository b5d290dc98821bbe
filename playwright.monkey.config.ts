import everyJourney from './playwright.config.ts';

/** `npm run monkey`: several people who press whatever there is, as chance says. Not part of the tests. */
export default {
  ...everyJourney,
  testDir: 'e2e/monkey',
  testMatch: '*.monkey.ts',
  outputDir: 'test-results/monkey',
  workers: 1,
  use: { ...everyJourney.use, actionTimeout: 10_000, screenshot: 'off' },
  reporter: [['list']],
};
