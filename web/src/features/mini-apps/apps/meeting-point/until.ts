import { clockFormat } from '@dazi/contract/kernel/clock-format';

/** Until when something counts, within the next days: "Tue 08:39". */
export const untilText = (language: string, until: Date): string =>
  clockFormat(language, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(until);
