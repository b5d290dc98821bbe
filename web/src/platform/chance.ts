/** One of a list at random; `chance` in [0, 1) makes it repeatable. */
export function pick<Item>(list: readonly [Item, ...Item[]], chance: number = Math.random()): Item {
  return list[Math.floor(chance * list.length)] ?? list[0];
}

/** A number in [0, 1). */
export const drawChance = (): number => Math.random();
