import type { Member } from '@dazi/contract/chat/conversations';
import { describe, expect, it } from 'vitest';
import { firstLink, mentionAt, suggestions, textParts, withMention } from './mentions.ts';

const member = (name: string): Member => ({
  id: `m-${name}`,
  userId: name,
  role: 'MEMBER',
  moderates: false,
  mutedUntil: null,
  joinedAt: '2026-11-01T00:00:00.000Z',
  joinType: 'AUTO',
  user: { id: name, name, avatarUrl: null },
});

describe('naming somebody while writing', () => {
  it.each([
    ['@', 1, { query: '', start: 0 }],
    ['Cake for @o', 11, { query: 'o', start: 9 }],
    ['你好＠小', 4, { query: '小', start: 2 }],
    ['你好@小', 4, { query: '小', start: 2 }],
    ['a@b.example', 11, null],
    ['@Rosa hello', 11, null],
    ['@@', 2, null],
  ])('%j at %i', (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  it('puts the name in place of what was typed', () => {
    expect(withMention('Cake for @o today', { query: 'o', start: 9 }, 11, 'Oskar')).toEqual({
      text: 'Cake for @Oskar today',
      caret: 16,
    });
    expect(withMention('@', { query: '', start: 0 }, 1, 'Wei Chen').text).toBe('@Wei Chen ');
  });

  it('offers up to five by any part of the name, never oneself (COMP-048, COMP-049, COMP-053)', () => {
    const names = ['Antonio', 'Hiroko', 'Mona', 'Oskar', 'Rosa', 'Theo', 'Tom'].map(member);
    const found = suggestions(names, 'O', 'Rosa', 5).map(({ user }) => user.name);
    expect(found).toEqual(['Oskar', 'Antonio', 'Hiroko', 'Mona', 'Theo']);
    expect(suggestions(names, 'zz', 'Rosa', 5)).toEqual([]);
  });
});

describe('the words of a message', () => {
  it('shows whole names, also of several words, else the word (COMP-076)', () => {
    expect(textParts('Hi @Wei Chen and @rosa!', ['Wei', 'Wei Chen', 'Rosa'])).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'mention', text: '@Wei Chen' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@rosa' },
      { kind: 'text', text: '!' },
    ]);
    expect(textParts('＠小 带茶吗', ['小雨'])[0]).toEqual({ kind: 'mention', text: '＠小' });
  });

  it('shows no name in another word that begins like it, and the longer name of two', () => {
    const mentions = (text: string) =>
      textParts(text, ['Anna', 'Annabel Lee', '佐藤葵']).flatMap(({ kind, text }) =>
        kind === 'mention' ? [text] : [],
      );
    expect(mentions('Hi @Annabel')).toEqual(['@Annabel']);
    expect(mentions('Hi @annabel lee!')).toEqual(['@annabel lee']);
    expect(mentions('こんにちは＠佐藤葵さん')).toEqual(['＠佐藤葵']);
    expect(mentions('@Annika and ann@anna.example')).toEqual([]);
  });

  it('leaves signs alone that name nobody', () => {
    expect(textParts('a@b and @nobody', ['Rosa'])).toEqual([{ kind: 'text', text: 'a@b and @nobody' }]);
    expect(textParts('@Rosa', [])).toEqual([{ kind: 'text', text: '@Rosa' }]);
  });

  it.each([
    ['见https://dazi.example/a，很好', 'https://dazi.example/a'],
    ['https://dazi.example/b。明日', 'https://dazi.example/b'],
    ['https://dazi.example/cを見て', 'https://dazi.example/c'],
    ['（https://dazi.example/d）', 'https://dazi.example/d'],
    ['(see https://dazi.example/Chess_(game)).', 'https://dazi.example/Chess_(game)'],
    ['https://dazi.example/caf\u00e9?x=1&y=%E4%BD%A0#z!', 'https://dazi.example/caf\u00e9?x=1&y=%E4%BD%A0#z'],
    ['https:// and http://.', null],
  ])('finds the address in %j', (text, address) => {
    expect(firstLink(text)).toBe(address);
  });

  it('finds addresses without the sentence around them', () => {
    expect(textParts('See https://dazi.example/a?b=@Rosa.', ['Rosa'])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://dazi.example/a?b=@Rosa' },
      { kind: 'text', text: '.' },
    ]);
    expect(textParts('javascript:alert(1)', [])).toEqual([{ kind: 'text', text: 'javascript:alert(1)' }]);
  });
});
