import { isRecord } from '#platform/storage.ts';

/** Words that no account keeps: a visitor's, or those of somebody whose session was over when they sent them. */
export interface PassingWords {
  text: string;
  /** Whose they are; a visitor's are nobody's yet. */
  of: string | null;
  /** Given to the sign-in that began in this tab. */
  isHanded: boolean;
}

const handedKey = 'dazi.handedWords';

/** By drafts and place. They are kept nowhere, but for the way to the provider and back. */
export const passingWords = new Map<string, PassingWords>();

/** Somebody is signed in: what waited for others goes. */
export function dropWordsOfOthers(userId: string): void {
  for (const [place, { of }] of [...passingWords]) {
    if (of !== null && of !== userId) passingWords.delete(place);
  }
}

/** Whoever leaves this tab to sign in finds their words again when they come back. */
export function handOverWords(): void {
  if (passingWords.size === 0) return;
  try {
    sessionStorage.setItem(handedKey, JSON.stringify([...passingWords]));
  } catch {
    // Then they stay as long as the field.
  }
}

/** The page begins. Each way to the provider takes along what is there then. */
export function takeHandedWords(): void {
  passingWords.clear();
  try {
    const handed: unknown = JSON.parse(sessionStorage.getItem(handedKey) ?? '[]');
    forgetHandedWords();
    if (!Array.isArray(handed)) return;
    for (const [place, { text, of }] of handed.filter(isHandedPair)) {
      passingWords.set(place, { text, of, isHanded: true });
    }
  } catch {
    // Then nothing was handed over.
  }
}

/** The browser came back to the page as it was left, with its words. */
export function forgetHandedWords(): void {
  try {
    sessionStorage.removeItem(handedKey);
  } catch {
    // Then nothing was handed over.
  }
}

function isHandedPair(pair: unknown): pair is [string, PassingWords] {
  const [place, words] = Array.isArray(pair) ? pair : [];
  if (typeof place !== 'string' || !isRecord(words) || typeof words.text !== 'string') return false;
  return words.of === null || typeof words.of === 'string';
}
