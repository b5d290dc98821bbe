import { describe, expect, it } from 'vitest';
import { policy as en } from './documents/en.ts';
import { policy as ja } from './documents/ja.ts';
import { policy as zh } from './documents/zh.ts';
import { fillPolicy } from './policy-text.ts';

describe('the policy texts', () => {
  it.each([
    ['en', en],
    ['ja', ja],
    ['zh', zh],
  ])('in %s have 5 sections of terms and 6 of privacy', (_, policy) => {
    expect(policy.terms).toHaveLength(5);
    expect(policy.privacy).toHaveLength(6);
    expect(policy.location).toHaveLength(en.location.length);
    expect(JSON.stringify(policy)).toContain('{dataLocation}');
    expect(JSON.stringify(policy.privacy)).toContain('{operator}');
  });

  it.each([
    ['en', en, /not for people under 13/, 'accounts are for adults of 18 and older.'],
    ['ja', ja, /13歳未満の方は利用でき/, 'アカウントは18歳以上の成人に限ります。'],
    ['zh', zh, /不面向13岁以下的人/, '账号仅限年满18岁的成年人。'],
  ])(
    'in %s name the age of the product and of its accounts (PRIVACY-005)',
    (_, policy, ofProduct, ofAccounts) => {
      expect(policy.summary).toMatch(ofProduct);
      expect(policy.terms.flatMap(({ paragraphs }) => paragraphs).join('\n')).toContain(ofAccounts);
    },
  );

  it.each([
    ['Cole Street Club', '这个 Dazi 由 Cole Street Club 运营。'],
    ['科尔街俱乐部', '这个 Dazi 由科尔街俱乐部运营。'],
  ])('in zh set spaces beside Latin letters alone: %s', (operator, sentence) => {
    const line = zh.privacy.at(-1)!.paragraphs[0]!;
    expect(fillPolicy(line, { operator, contact: '', dataLocation: '' })).toBe(sentence);
  });
});
