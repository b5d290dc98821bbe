import { describe, expect, test } from 'vitest';
import { isLink, linksIn } from './links.ts';

const links = (text: string) => linksIn(text).map(({ link }) => link);

describe('a reader sees where an address ends', () => {
  test.each([
    ['HTTPS://Dazi.Example/A and Http://b.example', 'HTTPS://Dazi.Example/A', 'Http://b.example'],
    ['见https://dazi.example/a，很好', 'https://dazi.example/a'],
    ['https://dazi.example/b。明日', 'https://dazi.example/b'],
    ['https://dazi.example/cを見て', 'https://dazi.example/c'],
    ['https://dazi.exampleを見て', 'https://dazi.example'],
    ['https://dazi.example。', 'https://dazi.example'],
    ['https://dazi.example見てね', 'https://dazi.example'],
    ['（https://dazi.example/d）', 'https://dazi.example/d'],
    ['「https://dazi.example/d」です', 'https://dazi.example/d'],
    ['【https://dazi.example/d】', 'https://dazi.example/d'],
    ['“https://dazi.example/d”', 'https://dazi.example/d'],
    ['(see https://dazi.example/Chess_(game)).', 'https://dazi.example/Chess_(game)'],
    ['(https://dazi.example/a)と', 'https://dazi.example/a'],
    ['[https://dazi.example/a]', 'https://dazi.example/a'],
    ['https://dazi.example/a.明日', 'https://dazi.example/a'],
    ['https://dazi.example/a!すごい', 'https://dazi.example/a'],
    ['https://dazi.example/a?本当', 'https://dazi.example/a'],
    ['https://dazi.example/a🎉', 'https://dazi.example/a'],
    ['https://dazi.example/a,https://dazi.example/b', 'https://dazi.example/a,https://dazi.example/b'],
    ['https://dazi.example/a、https://dazi.example/b', 'https://dazi.example/a', 'https://dazi.example/b'],
    ['https://ja.wikipedia.org/wiki/東京', 'https://ja.wikipedia.org/wiki/東京'],
    ['https://ja.wikipedia.org/wiki/東京を見て', 'https://ja.wikipedia.org/wiki/東京'],
    ['https://ja.wikipedia.org/wiki/東京。', 'https://ja.wikipedia.org/wiki/東京'],
    ['https://ja.wikipedia.org/wiki/きのこの山）', 'https://ja.wikipedia.org/wiki/きのこの山'],
    ['https://ja.wikipedia.org/wiki/東京_(映画)、', 'https://ja.wikipedia.org/wiki/東京_(映画)'],
    ['https://ja.wikipedia.org/wiki/東京タワー#歴史', 'https://ja.wikipedia.org/wiki/東京タワー#歴史'],
    [
      'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ',
      'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ',
    ],
    ['https://zh.wikipedia.org/wiki/北京市，很大', 'https://zh.wikipedia.org/wiki/北京市'],
    ['https://search.example/?q=公园&l=上海。', 'https://search.example/?q=公园&l=上海'],
    ['https://dazi.example/東京Tower/2階.html', 'https://dazi.example/東京Tower/2'],
    ['https://例え.テスト/道', 'https://例え.テスト/道'],
    ['https://例え.jpを見て', 'https://例え.jp'],
    ['https://例え.jp/パス。次', 'https://例え.jp/パス'],
    ['https://例子.中国/路径，好', 'https://例子.中国/路径'],
    ['https://例子.中国很好', 'https://例子.中国'],
    ['https://日本語.jp:8080/a', 'https://日本語.jp:8080/a'],
    ['https://nihon日本.jp/', 'https://nihon日本.jp/'],
    ['https://münchen.example/straße', 'https://münchen.example/straße'],
    ['https://пример.рф/путь.', 'https://пример.рф/путь'],
    ['https://dazi.example/café?x=1&y=%E4%BD%A0#z!', 'https://dazi.example/café?x=1&y=%E4%BD%A0#z'],
    [
      'http://localhost:3000/x http://[::1]:3000/ http://10.0.0.1',
      'http://localhost:3000/x',
      'http://[::1]:3000/',
      'http://10.0.0.1',
    ],
    ['https://dazi.example:です', 'https://dazi.example'],
    ['https://me@dazi.example/x', 'https://me@dazi.example/x'],
  ])('%s', (text, ...expected) => {
    expect(links(text)).toEqual(expected);
    for (const link of links(text)) expect(isLink(link)).toBe(true);
  });

  test.each([
    'https:// and http://.',
    'https://。',
    'https://見て',
    'https:///x',
    'http://?x',
    'javascript:alert(1)',
    'ftp://dazi.example',
    'dazi.example',
    '',
  ])('%j has none', (text) => {
    expect(links(text)).toEqual([]);
  });
});

test('a link is one from its first sign to its last', () => {
  for (const text of [
    ' https://a.example',
    'https://a.example.',
    'https://a.example b',
    'xhttps://a.example',
  ]) {
    expect([text, isLink(text)]).toEqual([text, false]);
  }
});

test('long texts are read in time', () => {
  const begun = Date.now();
  for (const piece of ['https://', 'https://a.', 'https://a)', '東京.', 'https://東京.', 'https://a/((']) {
    linksIn(piece.repeat(Math.ceil(4000 / piece.length)));
  }
  expect(Date.now() - begun).toBeLessThan(3000);
});
