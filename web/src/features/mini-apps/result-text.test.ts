// @vitest-environment happy-dom
import type { PollConfig } from '@dazi/contract/mini-apps/poll';
import { poll, pollResults, pollText } from '@dazi/contract/mini-apps/poll.rules';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { allTextsReady, chooseLanguage, i18n } from '#platform/i18n/i18n.ts';
import { resultText } from './result-text.ts';

// Other files share the process, and with it the language.
afterEach(() => chooseLanguage('en'));

beforeAll(() => allTextsReady);

const config: PollConfig = {
  options: ['Meadow', 'Lake', 'Hill'],
  multiple: true,
  anonymous: false,
  shows: 'voted',
};
/** Three people, who gave six votes. */
const voters = [
  [0, 1],
  [1, 2],
  [0, 1],
].map((answers, index) => ({ id: `${index}`, name: `${index}`, answers }));

it.each([
  ['en', 'Where?: Lake with 3 of 3'],
  ['ja', 'Where?：3人中3票で「Lake」'],
  ['zh', 'Where?：Lake，3人中3票'],
] as const)('a poll where one may choose several is told by its voters: %s', async (language, said) => {
  const results = pollResults(config, voters);
  const result = {
    type: 'mini-app-result' as const,
    ...{ miniAppId: 'a', appType: poll.type, title: 'Where?', results: { ...results } },
    ...pollText('Where?', results),
  };
  await chooseLanguage(language);
  expect(resultText(result, language, i18n.t)).toBe(said);
});
