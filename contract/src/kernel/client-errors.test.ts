import { expect, test } from 'vitest';
import { clientErrorLimits, framesOf, withoutTexts } from './client-errors.rules.ts';

test.each([
  [
    "Cannot read properties of undefined (reading 'length')",
    "Cannot read properties of undefined (reading 'length')",
  ],
  [
    'can\'t access property "map", e.posts is undefined',
    'can\'t access property "map", e.posts is undefined',
  ],
  ['Unexpected token \'H\', "Hello" is not valid JSON', 'Unexpected token \'…\', "…" is not valid JSON'],
  ['Bad text “see you at eight”', 'Bad text “…”'],
  ['No post for ann@example.org', 'No post for …'],
  ['Lies at 37.76921, -122.44812', 'Lies at …, …'],
  ['Failed: https://ann:pw@dazi.example/post/xyz?token=1#a', 'Failed: https://dazi.example/…'],
  ['Failed: /calendar/abc123.ics', 'Failed: /calendar/…'],
  [
    'Importing https://dazi.example/assets/Map-a1.js?attempt=1 failed',
    'Importing https://dazi.example/assets/Map-a1.js failed',
  ],
  ['Session q1w2e3r4t5y6u7i8o9p0a1s2d3', 'Session …'],
])('%s loses what is about people', (message, left) => {
  expect(withoutTexts(message)).toBe(left);
});

test('a message is no longer than its limit', () => {
  expect(withoutTexts('word '.repeat(1000))).toHaveLength(clientErrorLimits.message);
});

test('of a stack only places in the code are left, as three engines write them', () => {
  const stack = [
    'TypeError: hello there',
    'second line of somebody, see you @ 8:30:15',
    '    at Card (https://dazi.example/assets/start-a1.js:1:200)',
    '    at async https://dazi.example/assets/start-a1.js:2:3',
    '    at https://dazi.example/post/secret:2:3',
    'render@https://dazi.example/assets/start-a1.js?x=1:4:5',
    '@https://dazi.example/assets/start-a1.js:6:7',
    '    at Page',
  ];
  expect(framesOf(stack.join('\n'), 4000).split('\n')).toEqual([
    '    at Card (https://dazi.example/assets/start-a1.js:1:200)',
    '    at async https://dazi.example/assets/start-a1.js:2:3',
    '    at https://dazi.example/…',
    'render@https://dazi.example/assets/start-a1.js:4:5',
    '@https://dazi.example/assets/start-a1.js:6:7',
    '    at Page',
  ]);
});
