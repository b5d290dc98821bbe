import { describe, expect, test } from 'vitest';
import { noticeTopic } from '../notices.ts';
import { gapTopic } from './gap.ts';
import { envelopesOf, goesToOthers, openedBy, type ShortLetter } from './letters.ts';

const limit_bytes = 7900;
const written = (id: number | null, topic: string, text: string, stored: unknown = {}) => ({
  id,
  topic,
  stored,
  delivered: { text },
});
const read = (texts: string[]): ShortLetter[] => texts.flatMap((text) => [...openedBy('another', text)!]);

describe('what nodes tell each other', () => {
  test('goes together as far as it fits, in its order, and without words where those are too long', () => {
    const short = Array.from({ length: 300 }, (_each, number) =>
      written(number, `user:${number}`, 'x'.repeat(50)),
    );
    const long = written(300, 'user:long', '海'.repeat(4000), { sequence: 7 });
    const texts = envelopesOf('me', [...short, long], limit_bytes);
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit_bytes);
    expect(texts.length).toBeLessThan(6);
    expect(read(texts)).toEqual([
      ...short.map(({ id, topic, delivered }) => [id, topic, delivered]),
      [300, 'user:long', { sequence: 7 }],
    ]);
  });

  test('is a number alone when even what is kept is too long, and nothing when nothing is kept', () => {
    const endless = 'x'.repeat(9000);
    expect(read(envelopesOf('me', [written(7, 'user:x', endless, { endless })], limit_bytes))).toEqual([[7]]);
    expect(envelopesOf('me', [written(null, 'user:x', endless, null)], limit_bytes)).toEqual([]);
  });

  test.each([7900, 7901, 7902, 7903])('fits to the byte: %d', (limit) => {
    const size =
      limit_bytes - Buffer.byteLength('{"from":"me","letters":[]}') - '[1,"user:x",{"text":""}]'.length;
    for (const more of [-2, -1, 0, 1]) {
      const texts = envelopesOf('me', [written(1, 'user:x', 'x'.repeat(size + more))], limit);
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(read(texts)).toHaveLength(1);
    }
  });

  test('is not read by who wrote it', () => {
    const [text] = envelopesOf('me', [written(1, 'user:x', 'hello')], limit_bytes);
    expect(openedBy('me', text!)).toBeNull();
    expect(openedBy('m', text!)).toHaveLength(1);
  });

  test('is nothing of what each finds out by itself', () => {
    for (const topic of [noticeTopic, gapTopic]) expect(goesToOthers({ topic })).toBe(false);
    expect(goesToOthers({ topic: 'user:notice' })).toBe(true);
  });
});
