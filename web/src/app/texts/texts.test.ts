import { generalErrors } from '@dazi/contract/kernel/errors';
import { areas, errorDefinitions } from '@dazi/contract/registry';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { policy as policyEn } from '#app/policy/documents/en.ts';
import { policy as policyJa } from '#app/policy/documents/ja.ts';
import { policy as policyZh } from '#app/policy/documents/zh.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import { zh } from './zh.ts';

type Tree = { [key: string]: string | Tree };

/** The folders that hold texts, and what the files in them export. */
const files = import.meta.glob<Tree>(['../../**/texts/{en-first,en,ja,zh}.ts', '!../../app/texts/*'], {
  eager: true,
});
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[\w-]+\.ts$/, '')))];
const languages = ['en', 'ja', 'zh'] as const;

const textsIn = (folder: string, language: (typeof languages)[number]): Tree => ({
  ...(language === 'en' && files[`${folder}en-first.ts`]),
  ...files[`${folder}${language}.ts`],
});

/** The codes that the folders of one area have words for. */
function codesIn(place: string): string[] {
  const exported = folders
    .filter((folder) => folder.startsWith(place))
    .flatMap((folder) => Object.entries(textsIn(folder, 'en')));
  return exported.flatMap(([name, texts]) => (/[eE]rrors$/.test(name) ? Object.keys(texts) : [])).sort();
}

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

describe.each(folders)('%s', (folder) => {
  it.each(['ja', 'zh'] as const)('has the keys of English in %s', (language) => {
    expect(keysOf(flat(textsIn(folder, language)))).toEqual(keysOf(flat(textsIn(folder, 'en'))));
  });
});

it.each(languages)('every text that a folder holds in %s is in its language once', (language) => {
  const held = folders.flatMap((folder) => [...flat(textsIn(folder, language)).values()]);
  const given = language === 'en' ? english : others[language];
  expect([...given.values()].sort()).toEqual(held.sort());
});

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

/** What screens are written in, by file. */
const code = import.meta.glob<string>(
  ['../../**/*.{ts,tsx}', '!../../**/texts/*', '!../../**/*.test.{ts,tsx}'],
  { eager: true, query: '?raw', import: 'default' },
);

it('every text is said somewhere', () => {
  const written = Object.values(code).join('\n');
  const whole = new Set([...written.matchAll(/'([\w.]+)'/g)].map(([, key]) => key));
  // Those with a part that is known only where they are said.
  const pieced = [...written.matchAll(/`((?:[\w.]|\$\{[^`}]*\})+)`/g)]
    .map(([, key]) => key!.split(/\$\{[^}]*\}/))
    .filter((pieces) => pieces.length > 1 && pieces[0]!.includes('.'))
    .map((pieces) => new RegExp(`^${pieces.map((piece) => piece.replaceAll('.', '\\.')).join('[\\w.-]+')}$`));
  const isSaid = (key: string) => whole.has(key) || pieced.some((pattern) => pattern.test(key));
  const silent = [...new Set([...english.keys()].map(base))].filter((key) => !isSaid(key));
  expect(silent).toEqual([]);
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
  it.each(areas.map(({ name, errors }) => [name, Object.keys(errors)] as const))(
    'stand in the area that declares their codes: %s',
    (name, codes) => {
      expect(codesIn(`../../features/${name}/`)).toEqual([...codes].sort());
    },
  );

  it('stand in the platform where any call may answer their code', () => {
    expect(codesIn('../../platform/')).toEqual(expect.arrayContaining(Object.keys(generalErrors)));
  });

  it.each(Object.entries(errorDefinitions))(
    '%s stands in all languages, in English to the letter',
    (code, { text }) => {
      expect(english.get(`errors.${code}`)).toBe(text);
      for (const texts of Object.values(others)) expect(texts.has(`errors.${code}`)).toBe(true);
    },
  );
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
