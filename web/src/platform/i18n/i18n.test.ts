import { errorDefinitions } from '@dazi/contract/registry';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { en } from '#platform/i18n/en.ts';
import { ja } from '#platform/i18n/ja.ts';
import { supportedLanguage } from '#platform/i18n/language.ts';
import { policy as policyEn } from '#platform/i18n/policy/en.ts';
import { policy as policyJa } from '#platform/i18n/policy/ja.ts';
import { fillPolicy } from '#platform/i18n/policy/policy-text.ts';
import { policy as policyZh } from '#platform/i18n/policy/zh.ts';
import { zh } from '#platform/i18n/zh.ts';

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const full = path ? `${path}.${key}` : key;
    if (typeof value === 'string') texts.set(full, value);
    else for (const [below, text] of flat(value, full)) texts.set(below, text);
  }
  return texts;
}

const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(plural, '');
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(base))].sort();
const partsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const english = flat(en as unknown as Tree);
const others = { ja: flat(ja as Tree), zh: flat(zh as Tree) };

describe.each(Object.entries(others))('the texts in %s', (language, texts) => {
  it('have the keys of English', () => {
    expect(keysOf(texts)).toEqual(keysOf(english));
  });

  it('have the plural forms their language needs', () => {
    const wanted = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.map((form) => `_${form}`);
    for (const key of english.keys()) {
      if (!plural.test(key)) continue;
      for (const form of wanted) expect(texts.has(base(key) + form), base(key) + form).toBe(true);
    }
  });

  it('have the parts of English and no text left empty', () => {
    for (const [key, text] of texts) {
      const model = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
      expect(partsOf(text), key).toEqual(partsOf(model));
      expect(text.trim(), key).not.toBe('');
    }
  });
});

describe('in every language', () => {
  const { JOIN_RADIUS_OUT_OF_RANGE, MINI_APP_STATE_TOO_LARGE } = en.errors;
  const given = new Set<string>([JOIN_RADIUS_OUT_OF_RANGE, MINI_APP_STATE_TOO_LARGE]);

  it.each([
    ['en', [...english.values(), JSON.stringify(policyEn)]],
    ['ja', [...others.ja.values(), JSON.stringify(policyJa)]],
    ['zh', [...others.zh.values(), JSON.stringify(policyZh)]],
  ])('a number and its unit share a line: %s', (_, texts) => {
    const parted = /[\d}] (?:km|m|miles?|MB|KB|マイル)(?![a-z])|[\d}] ?(?:公里|英里|米)/;
    expect(texts.filter((text) => parted.test(text) && !given.has(text))).toEqual([]);
  });

  it.each([
    ['en', en],
    ['ja', ja],
    ['zh', zh],
  ])(
    'how far away a post is, is said to be about so, and no two parts of the filters are called the same: %s',
    (_, texts) => {
      expect(texts.posts.away).toMatch(/about|約|约/);
      const { view, show, gender, keywords, distance, posted } = texts.discovery;
      const parts = [view, show, gender, keywords, distance, posted];
      expect(new Set(parts).size).toBe(parts.length);
    },
  );
});

describe('in Chinese', () => {
  const texts = [...others.zh.entries()];
  const found = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([key]) => key);

  it('quotation marks are of one kind', () => {
    // This one was given to the letter.
    expect(found(/[「」]/)).toEqual(['miniApps.picker.added']);
  });

  it('names stand apart from the words, numbers do not', () => {
    expect(
      found(/\p{Script=Han}\{(?:name\d?|other|file)\}|\{(?:name\d?|other|file)\}\p{Script=Han}/u),
    ).toEqual([]);
    expect(found(/(?:\d|\{(?:count|n|number|time|date)\}) \p{Script=Han}/u)).toEqual([
      'governance.chain.insecure',
    ]);
  });
});

describe('the texts of errors', () => {
  it.each(Object.entries(errorDefinitions))(
    '%s stands in all languages, in English to the letter',
    (code, { text }) => {
      expect(english.get(`errors.${code}`)).toBe(text);
      for (const texts of Object.values(others)) expect(texts.has(`errors.${code}`)).toBe(true);
    },
  );
});

describe('the policy texts', () => {
  it.each([
    ['en', policyEn],
    ['ja', policyJa],
    ['zh', policyZh],
  ])('in %s have 5 sections of terms and 6 of privacy', (_, policy) => {
    expect(policy.terms).toHaveLength(5);
    expect(policy.privacy).toHaveLength(6);
    expect(policy.location).toHaveLength(policyEn.location.length);
    expect(JSON.stringify(policy)).toContain('{dataLocation}');
    expect(JSON.stringify(policy.privacy)).toContain('{operator}');
  });

  it.each([
    ['Cole Street Club', '这个 Dazi 由 Cole Street Club 运营。'],
    ['科尔街俱乐部', '这个 Dazi 由科尔街俱乐部运营。'],
  ])('in zh set spaces beside Latin letters alone: %s', (operator, sentence) => {
    const line = policyZh.privacy.at(-1)!.paragraphs[0]!;
    expect(fillPolicy(line, { operator, contact: '', dataLocation: '' })).toBe(sentence);
  });
});

describe('the first language', () => {
  it.each([
    [['ja-JP', 'en'], 'ja'],
    [['zh-Hans-CN'], 'zh'],
    [['de-AT', 'zh-TW', 'ja'], 'zh'],
    [['de', 'fr'], 'en'],
    [[], 'en'],
  ])('for a browser that wants %j is %s', (wanted, language) => {
    expect(supportedLanguage(wanted)).toBe(language);
  });
});

describe('i18next as we set it up', () => {
  it('fills parts in single braces and chooses plural forms', async () => {
    const instance = i18next.createInstance();
    await instance.init({
      lng: 'en',
      resources: { en: { translation: en } },
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    });
    expect(instance.t('ui.timeAgo.minutes', { count: 1 })).toBe('1 minute ago');
    expect(instance.t('ui.timeAgo.minutes', { count: 4 })).toBe('4 minutes ago');
    expect(instance.t('ui.time.minutes', { count: 4 })).toBe('4 min');
    expect(instance.t('identity.welcomeBack', { name: '<Mika> {x}' })).toBe('Welcome, <Mika> {x}');
  });
});
