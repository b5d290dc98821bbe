import { createHash } from 'node:crypto';
import { genesis, linkText } from '@dazi/contract/kernel/chain';
import { expect, test } from 'vitest';
import { verifyLog } from './log-verification.ts';
import type { LogEntry } from './moderated-people.api.ts';

const digest = async (text: string) => createHash('sha256').update(text).digest('hex');

async function logOf(length: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  let hash = genesis;
  for (let number = 1; number <= length; number++) {
    const link = {
      number,
      action: 'decision' as const,
      code: 'warn',
      rule: 4,
      until: null,
      createdAt: '2026-11-25T12:00:00.000Z',
      commitment: `c${number}`,
    };
    hash = await digest(linkText(hash, Object.values(link)));
    const nobody = { salt: null, by: null, byOperator: false, person: null, reason: null };
    entries.push({ ...link, hash, ...nobody });
  }
  return entries;
}

/** Two entries a page, the latest first. */
const reading = (entries: readonly LogEntry[]) => {
  const newest = [...entries].reverse();
  const head = { number: newest[0]?.number ?? 0, hash: newest[0]?.hash ?? genesis };
  return async (cursor: string | null) => {
    const from = Number(cursor ?? 0);
    const nextCursor = from + 2 < newest.length ? String(from + 2) : null;
    return { entries: newest.slice(from, from + 2), head, nextCursor };
  };
};

test('a log that was not touched fits, over several pages', async () => {
  expect(await verifyLog(reading(await logOf(5)), digest)).toEqual({ isGood: true, entries: 5 });
  expect(await verifyLog(reading([]), digest)).toEqual({ isGood: true, entries: 0 });
});

test('what was changed, taken out or cut off does not fit', async () => {
  const entries = await logOf(5);
  const changed = entries.map((entry) => (entry.number === 3 ? { ...entry, rule: 1 } : entry));
  expect(await verifyLog(reading(changed), digest)).toEqual({ isGood: false, number: 3 });
  const without = entries.filter(({ number }) => number !== 2);
  expect(await verifyLog(reading(without), digest)).toEqual({ isGood: false, number: 2 });
  const head = { number: 5, hash: entries[4]!.hash };
  const cut = async () => ({ entries: entries.slice(0, 4), head, nextCursor: null });
  expect(await verifyLog(cut, digest)).toEqual({ isGood: false, number: 5 });
});
