import { isTest } from './source-tree.mjs';

/**
 * @typedef {{ from: string, to: string }} Import
 * @typedef {{ file: string, line: number, message: string }} Violation
 */

/**
 * Folders that stand side by side may not import each other in a circle, directly or by way of others. A folder and
 * the one that holds it count as one: what is inside may use what is around it.
 * @param {Import[]} imports of files, by their paths from the root
 * @returns {(Import & { message: string })[]} one import of each circle
 */
export function folderCycles(imports) {
  /** @type {Map<string, Map<string, Import>>} */
  const arrows = new Map();
  for (const each of imports) {
    if (isTest(each.from)) continue;
    const [from, to] = apart(each.from, each.to);
    if (!from || !to) continue;
    const known = arrows.get(from) ?? new Map();
    arrows.set(from, known.set(to, known.get(to) ?? each));
  }
  const seen = new Set();
  return [...arrows.keys()].flatMap((start) => {
    const circle = circleFrom(start, arrows);
    const key = circle && [...circle].sort().join();
    if (!circle || seen.has(key)) return [];
    seen.add(key);
    const way = [...circle, start].join(' → ');
    const first = /** @type {Import} */ (arrows.get(start)?.get(/** @type {string} */ (circle[1])));
    const message = `closes a circle of folders: ${way}. Move what both need below them, or compose it above them.`;
    return [{ ...first, message }];
  });
}

/**
 * The two folders that stand side by side and hold the two files; nothing when one holds both files directly.
 * @param {string} from
 * @param {string} to
 */
function apart(from, to) {
  const [one, other] = [from.split('/'), to.split('/')];
  let depth = 0;
  while (depth < one.length && one[depth] === other[depth]) depth++;
  if (depth >= one.length - 1 || depth >= other.length - 1) return [];
  return [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')];
}

/**
 * The shortest way from a folder back to itself.
 * @param {string} start
 * @param {Map<string, Map<string, Import>>} arrows
 * @returns {string[] | null}
 */
function circleFrom(start, arrows) {
  /** @type {string[][]} */
  const ways = [[start]];
  const visited = new Set();
  for (const way of ways) {
    for (const next of arrows.get(/** @type {string} */ (way.at(-1)))?.keys() ?? []) {
      if (next === start) return way;
      if (visited.has(next)) continue;
      visited.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
