import { profileLimits } from '@dazi/contract/people/profiles.rules';

const wholeNumber = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A whole number within the limits, or null. */
export function ageOf(text: string): number | null {
  const age = wholeNumber(text);
  return age >= profileLimits.age.min && age <= profileLimits.age.max ? age : null;
}

/** Whoever names such an age is refused, and the age is kept nowhere. */
export const isTooYoung = (text: string): boolean => wholeNumber(text) < profileLimits.age.min;
