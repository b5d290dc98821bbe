import { describe, expect, it } from 'vitest';
import { miniAppIn, resultIn } from './message-content.ts';

const app = { miniAppId: 'i', appType: 'poll', title: 'Where?', isCompleted: false };
const result = {
  type: 'mini-app-result',
  miniAppId: 'i',
  appType: 'poll',
  title: 'Where?',
  generatedText: 'There',
  text: { code: 'poll_won', params: {} },
  results: {},
};

describe('the content of a message', () => {
  it('MINI-017 is an app with its id, type and title', () => {
    expect(miniAppIn(JSON.stringify(app))).toEqual(app);
  });

  it.each(['', 'broken{', 'null', '[]', '"poll"', JSON.stringify({ ...app, miniAppId: 7 })])(
    'MINI-037 is no app: %s',
    (content) => expect(miniAppIn(content)).toBeNull(),
  );

  it('MINI-018 is a result with its words and what came out', () => {
    expect(resultIn(JSON.stringify(result))).toEqual(result);
  });

  it.each([
    '{',
    JSON.stringify(app),
    JSON.stringify({ ...result, results: [] }),
    JSON.stringify({ ...result, type: 'x' }),
  ])('MINI-038 is no result: %s', (content) => expect(resultIn(content)).toBeNull());
});
