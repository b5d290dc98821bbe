import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldedText } from '#platform/text-grams.ts';
import {
  acceptText,
  countsAsUnread,
  eventText,
  isRead,
  mentioned,
  mentionedWord,
  mentionFragments,
  possibleNames,
} from './conversations.rules.ts';

describe('text', () => {
  test('is trimmed, with line breaks of one kind and nothing that misleads', () => {
    expect(acceptText(' a\r\nb\tc ')).toBe('a\nb\tc');
    // Two words stay two.
    for (const soft of ['\v', '\f', '\r', '\u0085', '\u2028', '\u2029'])
      expect(acceptText(`a${soft}b`)).toBe('a\nb');
    expect(acceptText('a\u0000\u0007\u001b[31mb')).toBe('a[31mb');
    expect(acceptText('\u202Eevil\u2066 text\u2069')).toBe('evil text');
    // What joins letters and faces stays.
    expect(acceptText('\u{1f468}\u200d\u{1f469}')).toBe('\u{1f468}\u200d\u{1f469}');
  });

  test('is refused empty, and beyond 4,000', () => {
    for (const text of ['', ' \n\t', '\u202E', '\u0001', '\u200b\u200b', '\u3164'])
      expect(() => acceptText(text)).toThrow('some text');
    const most = messageLimits.content;
    expect(acceptText(` ${'x'.repeat(most)} `)).toHaveLength(most);
    expect(() => acceptText('x'.repeat(most + 1))).toThrow('4000');
  });

  test('what is accepted is accepted again as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        let accepted: string;
        try {
          accepted = acceptText(text);
        } catch {
          return;
        }
        expect(acceptText(accepted)).toBe(accepted);
        expect(accepted).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
      }),
      { numRuns: 500 },
    );
  });
});

test('what the server writes is unread to nobody', () => {
  expect(['TEXT', 'IMAGE', 'VIDEO', 'MINI_APP'].every((type) => countsAsUnread(type as 'TEXT'))).toBe(true);
  expect(['SYSTEM', 'JOIN', 'LEAVE'].some((type) => countsAsUnread(type as 'JOIN'))).toBe(false);
});

describe('mentions', () => {
  const member = (name: string) => ({ userId: `id of ${name}`, nameKey: foldedText(name) });
  /** Whom a text means among people of these names, as the store finds them. */
  const meant = (text: string, ...names: string[]) => {
    const members = names.map(member);
    const fragments = mentionFragments(text);
    const found = fragments.flatMap((fragment) => {
      const possible = new Set(possibleNames(fragment));
      const word = mentionedWord(fragment);
      return mentioned(
        fragment,
        members.filter(({ nameKey }) => possible.has(nameKey)),
        members.filter(({ nameKey }) => word !== '' && nameKey.includes(word)),
      );
    });
    return [...new Set(found)].map((id) => id.slice('id of '.length));
  };

  test.each<[string, string, string[], string[]]>([
    ['the whole name', 'Hi @Ann!', ['Ann', 'Anna'], ['Ann']],
    ['whatever its case', 'hi @ANN', ['Ann'], ['Ann']],
    ['the longest whole name', '@Ann Lee, hello', ['Ann', 'Ann Lee'], ['Ann Lee']],
    ['two people of one name', '@Ann', ['Ann', 'ann'], ['Ann', 'ann']],
    ['everybody whose name contains the word', '@an', ['Ann', 'Hanna', 'Bob'], ['Ann', 'Hanna']],
    ['a name in another script', '@田中さん', ['田中'], ['田中']],
    ['a name after a sign of full width', 'こんにちは＠王小雨', ['王小雨'], ['王小雨']],
    ['a name followed by other letters', '@张伟你好', ['张伟'], ['张伟']],
    ['nobody inside of an address', 'mail ann@bob.example', ['bob', 'bob.example'], []],
    ['nobody at all', 'no @ here, @ , @!', ['Ann'], []],
    ['nobody of another name', '@Dora', ['Ann', 'Bob'], []],
    ['several', '@Bob and @Ann', ['Ann', 'Bob'], ['Bob', 'Ann']],
    ['nobody whose name goes on', '@Annabel', ['Ann'], []],
  ])('mean %s', (_what, text, names, expected) => {
    expect(meant(text, ...names)).toEqual(expected);
  });

  const name = fc
    .string({ unit: fc.constantFrom(...'abcXYZé田中ア가 '), minLength: 1, maxLength: 20 })
    .map((text) => text.trim().replace(/ +/g, ' '))
    .filter((text) => text !== '');

  test('a whole name between blanks always means the one who bears it', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('', ' ', ', hello', '!', '\n'), (given, after) => {
        expect(meant(`Hello @${given}${after}`, given)).toEqual([given]);
      }),
      { numRuns: 500 },
    );
  });

  test('nobody is meant by a text without the sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name, (text, given) => {
        expect(meant(text.replaceAll('@', ''), given)).toEqual([]);
      }),
    );
  });

  test('whatever the text, they are few and quickly found', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('@', ' ', 'a', 'Ａ', '\u0130', '田'), maxLength: 4000 }),
        (text) => {
          const fragments = mentionFragments(text);
          expect(fragments.length).toBeLessThanOrEqual(messageLimits.mentions);
          for (const fragment of fragments) {
            const names = possibleNames(fragment);
            expect(names.length).toBeLessThanOrEqual(50);
            for (const each of names) expect(each).toBe(each.trim());
          }
        },
      ),
    );
    expect(mentionFragments(Array.from({ length: 300 }, (_each, at) => `@a${at} `).join(''))).toHaveLength(
      messageLimits.mentions,
    );
  });
});

describe('read or not', () => {
  const readers = [
    { userId: 'ann', sequence: 9 },
    { userId: 'bob', sequence: 5 },
  ];

  test('the own when somebody else has come so far', () => {
    const state = { viewerId: 'ann', readSequence: 9, readers };
    expect(isRead({ sequence: 5, senderId: 'ann' }, state)).toBe(true);
    expect(isRead({ sequence: 6, senderId: 'ann' }, state)).toBe(false);
  });

  test('of others, and of the server, when oneself has', () => {
    const state = { viewerId: 'bob', readSequence: 5, readers };
    expect(isRead({ sequence: 5, senderId: 'ann' }, state)).toBe(true);
    expect(isRead({ sequence: 6, senderId: null }, state)).toBe(false);
  });
});

test('what the server writes reads as a sentence', () => {
  const params = { name: 'Ann' };
  expect([
    eventText({ code: 'member_joined', params }),
    eventText({ code: 'member_left', params }),
    eventText({ code: 'member_removed', params }),
    eventText({ code: 'owner_changed', params }),
    eventText({ code: 'title_changed', params: { ...params, title: 'Go' } }),
  ]).toEqual([
    'Ann joined the group',
    'Ann left the group',
    'Ann was removed from the group',
    'Ann is now the group leader!',
    'Ann changed the group name to "Go"',
  ]);
});
