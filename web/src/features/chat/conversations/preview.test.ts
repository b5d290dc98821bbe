import type { Conversation } from '@dazi/contract/chat/conversation-views';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { en } from '#app/texts/en.ts';
import { ja } from '#app/texts/ja.ts';
import { cut, cutAtFound, previewOf, quotedText } from './preview.ts';

let t: TFunction;
let inJapanese: TFunction;
beforeAll(async () => {
  const instance = i18next.createInstance();
  t = await instance.init({
    lng: 'en',
    resources: { en: { translation: en }, ja: { translation: ja } },
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  inJapanese = instance.getFixedT('ja');
});

type Last = NonNullable<Conversation['lastMessage']>;
const last = (parts: Partial<Last>): Last => ({
  id: 'm',
  sequence: 1,
  content: 'Hello',
  senderName: 'Rosa',
  senderId: 'rosa',
  createdAt: '2026-11-21T12:00:00.000Z',
  type: 'TEXT',
  event: null,
  closedKind: null,
  ...parts,
});
const preview = (parts: Partial<Last>) => previewOf(last(parts), 'mika', t);

test('says who, what and nothing more (CONV-034 to CONV-039)', () => {
  expect(previewOf(null, 'mika', t)).toBe('No message preview');
  expect(preview({})).toBe('Rosa: Hello');
  expect(preview({ senderId: 'mika' })).toBe('You: Hello');
  expect(preview({ type: 'IMAGE', content: '/api/media/x' })).toBe('Rosa: [Photo]');
  expect(preview({ type: 'VIDEO', senderId: 'mika' })).toBe('You: [Video]');
  expect(preview({ type: 'SYSTEM', content: 'The group has a new name' })).toBe('The group has a new name');
  const event = { code: 'member_joined', params: { name: 'Emil' } } as const;
  expect(preview({ type: 'JOIN', content: 'x', event })).toBe('Emil joined the group');
});

test('mini apps speak in words, requests by name (CONV-057)', () => {
  expect(preview({ type: 'MINI_APP', content: '{"title":"Quiz"}' })).toBe('Rosa: Quiz');
  expect(preview({ type: 'MINI_APP_RESULT', content: '{"generatedText":"80 %"}' })).toBe('Rosa: 80 %');
  expect(preview({ type: 'MINI_APP', content: 'broken{' })).toBe('Rosa: [Mini app]');
  const quiz = '{"appType":"compatibility-quiz","title":"Compatibility Quiz"}';
  const poll = '{"appType":"poll","title":"Lunch?"}';
  const japanese = (content: string) => previewOf(last({ type: 'MINI_APP', content }), 'mika', inJapanese);
  expect(preview({ type: 'MINI_APP', content: quiz })).toBe('Rosa: Compatibility Quiz');
  expect(japanese(quiz)).toContain('相性クイズ');
  expect(japanese(poll)).toContain('Lunch?');
  expect(preview({ type: 'JOIN_REQUEST', content: '' })).toBe('Rosa wants to join');
  expect(preview({ content: '' })).toBe('Rosa: Message deleted');
});

test('of a mini app that is answered to stands its title, as the server says it or as it is known here', () => {
  const quoted = (content: string) => quotedText({ type: 'MINI_APP', isDeleted: false, content }, t);
  expect(quoted('Lunch?')).toBe('Lunch?');
  expect(quoted('2027')).toBe('2027');
  expect(quoted('{"appType":"poll","title":"Lunch?"}')).toBe('Lunch?');
  expect(quoted('')).toBe('[Mini app]');
});

test('of words that are folded for the reader stands a sign where they are answered', () => {
  expect(quotedText({ type: 'TEXT', isDeleted: false, content: '' }, t)).toBe('…');
  expect(quotedText({ type: 'TEXT', isDeleted: true, content: '' }, t)).toBe('This message was deleted.');
});

test('is cut at 50 characters as people see them (CONV-040)', () => {
  expect(cut('a'.repeat(50))).toBe('a'.repeat(50));
  expect(cut('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
  expect(cut('👩‍👩‍👧'.repeat(51))).toBe(`${'👩‍👩‍👧'.repeat(50)}…`);
  expect(cut('one\n  two')).toBe('one two');
});

test('of a long message that was found stands the place that says what was looked for', () => {
  const long = `${'The ferry leaves at the small pier. '.repeat(10)}Bring the blue umbrella. ${'And tea. '.repeat(30)}`;
  const shown = cutAtFound(long, 'UMBRELLA');
  expect(shown).toMatch(/^…Bring the blue umbrella\. And tea\./);
  expect(shown).toMatch(/…$/);
  expect(shown.length).toBe(162);
  // From the beginning where the place is seen then, or is not known.
  expect(cutAtFound(long, 'ferry')).toBe(cut(long, 160));
  expect(cutAtFound(long, 'nowhere')).toBe(cut(long, 160));
  // Without spaces, and with letters that are other ones when they are folded.
  expect(cutAtFound(`${'青'.repeat(100)}ＡＢ傘を`, 'ab傘')).toBe(`…${'青'.repeat(16)}ＡＢ傘を`);
  expect(cutAtFound(`${'ﷺ'.repeat(50)} tea`, 'tea')).toBe('…tea');
  expect(cutAtFound('short', 'short')).toBe('short');
});
