import { hintKmPerMile } from '@dazi/contract/rooms';

const rounded = (value: number) => Math.round(value * 10) / 10;

/** About a kilometre is known at best: tenths below 10 miles, whole ones beyond. */
export function milesText(miles: number, language: string, unitDisplay: 'short' | 'long' = 'short'): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'mile',
    unitDisplay,
    maximumFractionDigits: miles < 10 ? 1 : 0,
  }).format(Math.max(0.1, miles));
}

/** Always with one decimal, as the distance of a join request is shown. */
export function exactMilesText(miles: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'mile',
    unitDisplay: 'long',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(miles);
}

/** A join radius as somebody set it, which may have decimals. */
export function radiusText(miles: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'mile',
    unitDisplay: 'long',
    maximumFractionDigits: 2,
  }).format(miles);
}

/** The hint beside a join radius. */
export const hintKilometres = (miles: number): number => rounded(miles * hintKmPerMile);

export function hintKilometresText(miles: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 1,
  }).format(hintKilometres(miles));
}
