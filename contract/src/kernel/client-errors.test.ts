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
  ['Unexpected token \'H\', "Hello" is not valid JSON', 'Unexpected token \'…" is not valid JSON'],
  [
    'Unexpected token \'s\', ..."{"a":see you at eight,"b"}"... is not valid JSON',
    'Unexpected token \'…"... is not valid JSON',
  ],
  ['JSON Parse error: Unexpected identifier "see"', 'JSON Parse error: Unexpected identifier "…"'],
  ["Unexpected token 's', \"see you at eight", "Unexpected token '…"],
  ['Bad "{"text":"see you at eight"}" there', 'Bad "…" there'],
  ['Bad "a" and "see you at eight', 'Bad "…'],
  ['Bad “see you at eight', 'Bad “…'],
  ["Can't read ann's 'see you'", "Can't read ann's '…'"],
  [
    'TypeError: URL constructor: see you: at eight is not a valid URL.',
    'TypeError: URL constructor: … is not a valid URL.',
  ],
  ['Window.fetch: see you is not a valid URL.', 'Window.fetch: … is not a valid URL.'],
  ['SyntaxError: Cannot convert see you to a BigInt', 'SyntaxError: Cannot convert … to a BigInt'],
  ['Failed: file:///home/ann/x.js', 'Failed: file://…'],
  ['Failed: moz-extension://0a1b/x.js', 'Failed: moz-extension://…'],
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

test('of a message that was cut nothing is left behind its first quote', () => {
  expect(withoutTexts(`Bad "a " see you ${'x '.repeat(5000)}"`)).toBe('Bad "…');
});

test.each([
  '    at the old pier near Ann',
  'at see me (ann@example.org)',
  'at see me at eight (https://dazi.example/assets/start-a1.js:1:200)',
  '    at moz-extension://0a1b/x.js:1:2',
  'see@file:///home/ann/x.js:1:2',
  'at ann@example.org:8:30',
])('%s names no place in the code', (line) => {
  expect(framesOf(line, 4000)).toBe('');
});

test.each([
  ['    at Card (file:///home/ann/x.js:1:2)', '    at Card'],
  ['    at Card (/home/ann/x.js:1:2)', '    at Card'],
  ['    at Array.map (<anonymous>)', '    at Array.map (<anonymous>)'],
  ['    at sort (native)', '    at sort (native)'],
  [
    '    at async Object.a [as b] (https://dazi.example/assets/start-a1.js:1:200)',
    '    at async Object.a [as b] (https://dazi.example/assets/start-a1.js:1:200)',
  ],
])('%s is a place in the code', (line, left) => {
  expect(framesOf(line, 4000)).toBe(left);
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
