import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type StatementLine, statementCsv } from './statement.ts';

const line: StatementLine = {
  createdAt: new Date('2026-11-20T09:12:00Z'),
  what: 'Sent',
  counterparty: 'Rosa',
  memo: 'Lamp oil',
  amountMinor: -1550,
  balanceMinor: 128_450,
  id: 't1',
};

/** Read as a program reads it that opens the file. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

it('has a row for each movement, amounts as numbers with two decimals', () => {
  const csv = statementCsv(['Time', 'Amount'], [line, { ...line, amountMinor: 5, createdAt: null }]);
  expect(csv.startsWith('\uFEFF')).toBe(true);
  expect(cellsOf(csv)).toEqual([
    ['Time', 'Amount'],
    ['2026-11-20T09:12:00.000Z', 'Sent', 'Rosa', 'Lamp oil', '-15.50', '1284.50', 't1'],
    ['', 'Sent', 'Rosa', 'Lamp oil', '0.05', '1284.50', 't1'],
  ]);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '−1', '\n=1'])(
  'what somebody wrote is no formula: %j',
  (memo) => {
    expect(cellsOf(statementCsv([], [{ ...line, memo }]))[1]?.[3]).toBe(`'${memo}`);
  },
);

it('brings every text back, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (memo, counterparty) => {
      const row = cellsOf(statementCsv([], [{ ...line, memo, counterparty }]))[1]!;
      expect(row[3]?.replace(/^'/, '')).toBe(memo.replace(/^'/, ''));
      expect(row[2]?.replace(/^'/, '')).toBe(counterparty.replace(/^'/, ''));
      expect(row).toHaveLength(7);
      expect(row[3]).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
    { seed: 20261121 },
  );
});
