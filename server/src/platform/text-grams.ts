/** NFKC and lower case, letter by letter as the database does: a whole word would get a final sigma. */
export const foldedText = (text: string): string =>
  Array.from(text.normalize('NFKC'), (letter) => letter.toLowerCase()).join('');

/** A LIKE pattern that matches the word anywhere and nothing by accident. */
export const likePattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** The first Han radical: scripts before it have few pairs of letters, so threes are asked for. */
const firstHan = 0x2e80;
const isPlain = (letter: string) => letter.codePointAt(0)! < firstHan;

/** Pairs of neighbours, threes where all are plain, or the one letter: as `text_grams` of the database does. */
export function gramsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length <= 2) return [word];
  const grams = letters.slice(2).flatMap((third, at) => {
    const [first, second] = [letters[at]!, letters[at + 1]!];
    if (isPlain(first) && isPlain(second) && isPlain(third)) return [first + second + third];
    return [first + second, second + third];
  });
  return [...new Set(grams)];
}
