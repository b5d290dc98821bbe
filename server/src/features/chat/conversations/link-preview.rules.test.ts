import { describe, expect, test } from 'vitest';
import { decoded, previewableUrl, wordsOf } from './link-preview.rules.ts';
import { askForPublicPage } from './link-preview.service.ts';

const page = new URL('https://www.example.org/a');

describe('a link', () => {
  test.each(['https://example.org/a?b=c#d', 'http://example.org'])('%s may be asked for', (text) => {
    expect(previewableUrl(text)?.hash).toBe('');
  });

  test.each([
    ['HTTPS://Example.Org/A', 'https://example.org/A'],
    ['https://ja.wikipedia.org/wiki/東京', 'https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC'],
    ['https://例子.中国/', 'https://xn--fsqu00a.xn--fiqs8s/'],
  ])('%s is asked for as %s', (text, address) => {
    expect(previewableUrl(text)?.href).toBe(address);
  });

  test.each([
    'example.org',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://localhost/',
    'http://intranet/',
    'https://example.org:8443/',
    'https://somebody:secret@example.org/',
    'not a link',
    'https://example.org/a。明日',
    'https://example.org/a b',
    'see https://example.org',
  ])('%s may not', (text) => {
    expect(previewableUrl(text)).toBeNull();
  });

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://0x7f.0.0.1/',
    'http://2130706433/',
  ])('%s is never connected to', async (text) => {
    const url = previewableUrl(text) ?? new URL(text);
    await expect(askForPublicPage(url)).rejects.toThrow(/private network|could not be reached/);
  });
});

describe('the words of a page', () => {
  test('come from what it says for sharing, else from title and description', () => {
    const html = `<html><head><title>Plain &amp; simple</title>
      <meta name="description" content="All about
        it"><meta property="og:title" content="For sharing"><meta property="og:site_name" content="The Site"></head>
      <body><title>not this</title></body></html>`;
    expect(wordsOf(html, page)).toEqual({
      title: 'For sharing',
      description: 'All about it',
      siteName: 'The Site',
    });
    expect(wordsOf('<title>Plain &amp; simple</title>', page)).toEqual({
      title: 'Plain & simple',
      description: null,
      siteName: 'example.org',
    });
  });

  test('are cut to a length, by letters', () => {
    const words = wordsOf(`<title>${'🎲'.repeat(300)}</title>`, page)!;
    expect(Array.from(words.title)).toHaveLength(200);
    expect(words.title.endsWith('…')).toBe(true);
  });

  test('are missing where there are none', () => {
    expect(wordsOf('<p>Hello</p>', page)).toBeNull();
    expect(wordsOf('', page)).toBeNull();
  });

  test('are read in the encoding of the page', () => {
    const shiftJis = Uint8Array.from([0x3c, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x3e, 0x93, 0xfa, 0x96, 0x7b]);
    expect(decoded(shiftJis, 'text/html; charset=Shift_JIS')).toBe('<title>日本');
    expect(decoded(new TextEncoder().encode('é'), 'text/html; charset=no-such')).toBe('é');
  });
});
