/** Instants with their time of day. Every clock of Dazi counts 24 hours, in every language. */
export const clockFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, {
    ...options,
    // Left to itself Chinese has a zero before an hour beside some dates, and none beside others.
    ...(options.hour && language.startsWith('zh') && { hour: '2-digit' }),
    hourCycle: 'h23',
  });
