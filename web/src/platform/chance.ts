/** One of a list at random; `chance` in [0, 1) makes it repeatable. */
export function pick<Item>(list: readonly [Item, ...Item[]], chance: number = Math.random()): Item {
  return list[Math.floor(chance * list.length)] ?? list[0];
}

/** A number in [0, 1). */
export const drawChance = (): number => Math.random();

/**
 * A name for something on this device alone, as random as a UUID of version 4 and written like one. Browsers make those
 * themselves only for pages that came by a secure connection.
 */
export const localId = (): string =>
  // A 0 or 1 becomes any digit, the 8 one from 8 to b.
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (byte! & (15 >> (Number(digit) / 4)))).toString(16);
  });
