import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleOffered } from '@dazi/contract/moderation/moderation.rules';
import { ruleTexts } from '@dazi/contract/moderation/rules-text';
import { expect, it } from 'vitest';
import { rulesParts } from './rules-text.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../public', file), 'utf8');

it('a title, rules and paragraphs, whatever ends the lines', () => {
  expect(rulesParts('Rules\r\n\r\n1. Be kind.\r\n2、待人友善。\r\nThat is all, in 2026.\r\n')).toEqual([
    { kind: 'title', text: 'Rules' },
    { kind: 'rule', number: '1', text: 'Be kind.' },
    { kind: 'rule', number: '2', text: '待人友善。' },
    { kind: 'paragraph', text: 'That is all, in 2026.' },
  ]);
});

it('another text stays as it was written', () => {
  expect(rulesParts('One\nTwo')).toEqual([
    { kind: 'title', text: 'One' },
    { kind: 'paragraph', text: 'Two' },
  ]);
  expect(rulesParts('')).toEqual([]);
});

it('GOV-063 the rules are there in every language, as many in each', () => {
  const shapes = ['manifesto.txt', 'manifesto.ja.txt', 'manifesto.zh.txt'].map((file) =>
    rulesParts(read(file)).map(({ kind }) => kind),
  );
  expect(shapes[0]!.filter((kind) => kind === 'rule').length).toBeGreaterThanOrEqual(10);
  expect(shapes[1]).toEqual(shapes[0]);
  expect(shapes[2]).toEqual(shapes[0]);
});

it.each([
  ['en', 'manifesto.txt'],
  ['ja', 'manifesto.ja.txt'],
  ['zh', 'manifesto.zh.txt'],
] as const)('GOV-063 decisions name the rules as they are read: %s', (language, file) => {
  const shipped = rulesParts(read(file)).flatMap((part) => (part.kind === 'rule' ? [part] : []));
  expect(shipped.map(({ number, text }) => [Number(number), text])).toEqual(
    ruleTexts.map((rule) => [rule.number, rule[language]]),
  );
  const numbers = ruleTexts.map(({ number }) => number);
  for (const rule of Object.values(ruleOffered)) if (rule !== null) expect(numbers).toContain(rule);
});
