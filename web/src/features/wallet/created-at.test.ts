import { expect, it } from 'vitest';
import { instantOf } from './created-at.ts';

const text = '2026-11-20T09:12:00.000Z';

it.each([
  ['a text', text],
  ['milliseconds', Date.parse(text)],
  ['a date', new Date(text)],
  ['an object with a value', { value: text }],
  ['an object with a date', { date: text }],
  ['a date in an object', { date: new Date(text) }],
  ['an object in an object', { value: { date: Date.parse(text) } }],
  ['a date of a document', { $date: text }],
  ['seconds', { seconds: Date.parse(text) / 1000, nanoseconds: 0 }],
  ['a value beside one that is missing', { value: null, date: text }],
])('WAL-051 WAL-052 %s is understood', (_shape, told) => {
  expect(instantOf(told)?.toISOString()).toBe(text);
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['words', 'yesterday'],
  ['no number', Number.NaN],
  ['an empty object', {}],
  ['an object with words', { value: 'soon' }],
  ['a list', [text]],
  ['objects without end', { value: { value: { value: { value: text } } } }],
])('WAL-030 %s is no time', (_shape, told) => {
  expect(instantOf(told)).toBeNull();
});
