import { expect, test } from 'vitest';
import { archivePage } from './archive-page.rules.ts';

async function pageOf(
  rows: object[],
  names: Record<string, string> = {},
  media: Record<string, string> = {},
) {
  const asked: string[][] = [];
  async function* each() {
    yield* rows;
  }
  const known = {
    media: new Map(Object.entries(media)),
    namesOf: async (ids: readonly string[]) => {
      asked.push([...ids]);
      return new Map(Object.entries(names));
    },
  };
  let page = '';
  for await (const piece of archivePage([{ name: 'posts', rows: each }], 'About\n\nthis', known))
    page += piece;
  return { page, asked };
}

test('nothing that people wrote becomes part of the page', async () => {
  const nasty = '<script>alert("1")</script>\'&';
  const { page } = await pageOf([{ content: nasty, [nasty]: 1, authorId: 'person-one' }], {
    'person-one': nasty,
  });
  expect(page).not.toContain('<script');
  expect(page.match(/&#60;script&#62;/g)).toHaveLength(3);
});

test('ids have names, amounts are money, moments are written out, pictures are shown', async () => {
  const row = {
    id: 'unknown-1',
    authorId: 'person-one',
    inner: { memberIds: ['person-one', 'person-two'] },
    mediaIds: ['picture-1', 'film-0001'],
    amountMinor: 1250,
    createdAt: new Date('2026-03-04T05:06:07.000Z'),
    at: '2026-03-04T05:06:07.000Z',
    isActive: false,
    nothing: null,
  };
  const media = { 'picture-1': 'media/picture-1.png', 'film-0001': 'media/film-0001.mp4' };
  const { page, asked } = await pageOf([row], { 'person-one': 'Mika' }, media);
  expect(page.match(/<b><bdi>Mika<\/bdi><\/b> <code>person-one<\/code>/g)).toHaveLength(2);
  expect(page).toContain('<code>person-two</code>');
  expect(page).toContain('<img src="media/picture-1.png"');
  expect(page).toContain('<video src="media/film-0001.mp4"');
  expect(page).toContain('<dt>Amount</dt><dd dir="auto">12.50 Dazi</dd>');
  expect(page.match(/2026-03-04 05:06 UTC/g)).toHaveLength(2);
  expect(page).toContain('<dt>Is active</dt><dd dir="auto">no</dd>');
  expect(page).not.toContain('Nothing');
  expect(asked[0]!.toSorted()).toEqual(['film-0001', 'person-one', 'person-two', 'picture-1', 'unknown-1']);
});

test('names are looked up for many rows together', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => ({ id: `row-${String(index).padStart(6, '0')}` }));
  const { page, asked } = await pageOf(rows);
  expect(asked.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(page.match(/<article>/g)).toHaveLength(450);
});
