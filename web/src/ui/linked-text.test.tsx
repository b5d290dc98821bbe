// @vitest-environment happy-dom
import { foldedLink } from '@dazi/contract/kernel/links';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { LinkedText } from './LinkedText.tsx';

const links = (text: string) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<LinkedText as="p">{text}</LinkedText>);
  expect(page.textContent).toBe(text);
  return [...page.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.rel]);
};

test('addresses in what somebody wrote are links, and every sign of it is shown', () => {
  const rel = 'noopener noreferrer nofollow';
  expect(links('No address')).toEqual([]);
  expect(links('HTTPS://a.example/xを見て、https://b.example/東京。<b>')).toEqual([
    ['HTTPS://a.example/x', rel],
    ['https://b.example/東京', rel],
  ]);
});

test('of a link that is folded stands what becomes of it', async () => {
  await allTextsReady;
  const page = document.createElement('div');
  const text = `See ${foldedLink} and https://a.example`;
  page.innerHTML = renderToStaticMarkup(<LinkedText as="p">{text}</LinkedText>);
  expect(page.textContent).toBe('See Being checked and https://a.example');
  expect(page.querySelector('.pill')?.getAttribute('title')).toBe(
    'This is folded until a moderator has looked at it.',
  );
});
