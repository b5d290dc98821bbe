import { expect, test } from 'vitest';
import { conversations as en } from './texts/en.ts';
import { conversations as ja } from './texts/ja.ts';
import { conversations as zh } from './texts/zh.ts';

test.each([en, ja, zh])(
  'a quote is called by what is seen of it: whose it is, and next what it says',
  ({ reply }) => {
    expect(reply.jump).toMatch(/\{name\}$/);
  },
);
