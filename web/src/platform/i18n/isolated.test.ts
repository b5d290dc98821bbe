// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { allTextsReady, i18n } from './i18n.ts';

test('in a sentence a name from right to left keeps its direction to itself, others stay as they are', async () => {
  await allTextsReady;
  expect(i18n.t('posts.by', { name: 'נועה (2)' })).toBe('Post by \u2068נועה (2)\u2069');
  expect(i18n.t('posts.by', { name: 'نادية' })).toBe('Post by \u2068نادية\u2069');
  expect(i18n.t('posts.by', { name: 'Zoë & <b>葵</b>' })).toBe('Post by Zoë & <b>葵</b>');
});
