/** Until when something counts, within the next days: "Tue 8:39 AM". */
export const untilText = (language: string, until: Date): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(until);
