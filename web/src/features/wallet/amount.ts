import { minorFromDazi, minorUnits } from '@dazi/contract/wallet/wallet.rules';

/** What stands before the fractions where the device is at home: a point, or a comma. */
export function decimalSignOf(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

const groups = { '.': /^[1-9]\d{0,2}(,\d{3})+(?=\.|$)/, ',': /^[1-9]\d{0,2}(\.\d{3})+(?=,|$)/ };

/** Full-width digits and signs as the plain ones, without the spaces that stand between groups. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[。、]/g, (sign) => (sign === '。' ? '.' : ','))
    .replaceAll(/[\s'’]/g, '');

/** Where both signs stand, the last one comes before the fractions, wherever the device is at home. */
function signIn(plain: string, otherwise: '.' | ','): '.' | ',' {
  const [point, comma] = [plain.lastIndexOf('.'), plain.lastIndexOf(',')];
  if (point < 0 || comma < 0) return otherwise;
  return point > comma ? '.' : ',';
}

/**
 * An amount as people write it, as minor units; null for what is none. "1,000" is a thousand where a point stands
 * before the fractions and one where a comma does; "12,50" can only be twelve and a half.
 */
export function minorFromText(text: string, localSign: '.' | ',' = '.'): number | null {
  const plain = plainDigits(text);
  const decimalSign = signIn(plain, localSign);
  const isGrouped = groups[decimalSign].test(plain);
  const ungrouped = isGrouped
    ? plain.replaceAll(decimalSign === '.' ? ',' : '.', '').replace(',', '.')
    : plain.replace(',', '.');
  if (!/^(\d+\.?\d*|\.\d+)(e\+?\d{1,2})?$/i.test(ungrouped)) return null;
  return minorFromDazi(Number(ungrouped));
}

/** What somebody typed, in the way their device writes numbers. */
export const amountIn = (text: string): number | null =>
  minorFromText(text, decimalSignOf(navigator.language));

/** What the field holds for an amount: plain, with a point. */
export const fieldText = (amountMinor: number): string => (amountMinor / minorUnits).toFixed(2);

/** Always with two decimals. */
export function daziText(amountMinor: number, language: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, digits).format(amountMinor / minorUnits);
}
