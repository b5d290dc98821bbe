/** How many letters have to be put in, left out or replaced to make one word of the other (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, second] of [...other].entries()) {
      next.push(Math.min(next[index]! + 1, row[index + 1]! + 1, row[index]! + (letter === second ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** Short names are near to much that other programs read. */
const mostBetween = (setting: string): number => (setting.length < 5 ? 0 : setting.length < 9 ? 1 : 2);

export interface MisspeltSetting {
  given: string;
  meant: string;
}

/** Names of the environment that are no settings and nearly the name of one: they would be passed over without a word. */
export function misspeltSettings(names: readonly string[], settings: readonly string[]): MisspeltSetting[] {
  return names
    .filter((given) => !settings.includes(given))
    .flatMap((given) => {
      const meant = settings.find((setting) => {
        const most = mostBetween(setting);
        return (
          Math.abs(setting.length - given.length) <= most &&
          distanceBetween(given.toUpperCase(), setting) <= most
        );
      });
      return meant === undefined ? [] : [{ given, meant }];
    });
}
