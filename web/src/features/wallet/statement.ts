import { minorUnits } from '@dazi/contract/wallet/wallet.rules';

/** One movement as the statement tells it; texts stand in the reader's language. */
export interface StatementLine {
  createdAt: Date | null;
  what: string;
  counterparty: string;
  memo: string;
  /** Below zero for what went out. */
  amountMinor: number;
  balanceMinor: number;
  id: string;
}

/** Starts a formula, or may after a program has taken blanks or full-width signs for plain ones. */
const startsFormula = /^\s*[=+\-@＝＋－＠−]|^[\t\r\n]/;

/** A program that opens the file takes a text for a text, whoever wrote it. */
function textCell(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const numberCell = (amountMinor: number): string => (amountMinor / minorUnits).toFixed(2);

const lineEnd = '\r\n';
/** Without it some programs take the file for one of another alphabet. */
const byteOrderMark = '\uFEFF';

export function statementCsv(headings: readonly string[], lines: readonly StatementLine[]): string {
  const rows = lines.map(({ createdAt, what, counterparty, memo, amountMinor, balanceMinor, id }) => [
    textCell(createdAt?.toISOString() ?? ''),
    ...[what, counterparty, memo].map(textCell),
    ...[amountMinor, balanceMinor].map(numberCell),
    textCell(id),
  ]);
  const table = [headings.map(textCell), ...rows];
  return byteOrderMark + table.map((cells) => cells.join(',') + lineEnd).join('');
}
