/** Instants with their time of day. Every clock of Dazi counts 24 hours, in every language. */
export const clockFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...options, hourCycle: 'h23' });
