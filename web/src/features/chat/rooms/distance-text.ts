import { hintKmPerMile } from '@dazi/contract/chat/rooms.rules';

const rounded = (value: number) => Math.round(value * 10) / 10;

/** No line ends between a number and its unit; Chinese has not even a space there. */
const unparted = (text: string) =>
  text.replaceAll(' ', '\u00a0').replace(/(?<=\d)(?=\p{Script=Han})/u, '\u2060');

function unitText(value: number, language: string, options: Intl.NumberFormatOptions): string {
  return unparted(new Intl.NumberFormat(language, { style: 'unit', ...options }).format(value));
}

/** About a kilometre is known at best: tenths below 10 miles, whole ones beyond. */
export function milesText(miles: number, language: string, unitDisplay: 'short' | 'long' = 'short'): string {
  return unitText(Math.max(0.1, miles), language, {
    unit: 'mile',
    // The short form in Japanese is "mi".
    unitDisplay: language === 'ja' ? 'long' : unitDisplay,
    maximumFractionDigits: miles < 10 ? 1 : 0,
  });
}

/** Always with one decimal, as the distance of a join request is shown. */
export function exactMilesText(miles: number, language: string): string {
  return unitText(miles, language, {
    unit: 'mile',
    unitDisplay: 'long',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** A join radius as somebody set it, which may have decimals. */
export function radiusText(miles: number, language: string): string {
  return unitText(miles, language, { unit: 'mile', unitDisplay: 'long', maximumFractionDigits: 2 });
}

/** The hint beside a join radius. */
export const hintKilometres = (miles: number): number => rounded(miles * hintKmPerMile);

export function hintKilometresText(miles: number, language: string): string {
  return unitText(hintKilometres(miles), language, { unit: 'kilometer', maximumFractionDigits: 1 });
}
