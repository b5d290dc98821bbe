const key = 'dazi.notice';

/** A text that is told once the page was loaded anew. */
export interface KeptNotice {
  type: 'success' | 'info';
  /** Of the translations: the language may be another then. */
  key: string;
}

export function keepNotice(notice: KeptNotice): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(notice));
  } catch {
    // Then it is not told.
  }
}

/** Gives it once. */
export function takeNotice(): KeptNotice | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text === null ? null : (JSON.parse(text) as KeptNotice);
  } catch {
    return null;
  }
}
