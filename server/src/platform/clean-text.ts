const misleading = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Half a character is stored nowhere. */
export const whole = (text: string): string => text.toWellFormed();

/** What people say is shown as it is: in one line, without control characters and what turns the direction of writing. */
export const cleanedText = (text: string): string => whole(text).replace(misleading, ' ').trim();
