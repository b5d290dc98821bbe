import { isTest } from './source-tree.mjs';

/**
 * @typedef {{ from: string, to: string }} Import
 * @typedef {Import & { message: string }} Circle one import of it
 */

/**
 * Folders that stand side by side may not import each other in a circle, directly or by way of others. A folder and
 * the one that holds it count as one: what is inside may use what is around it.
 * @param {Import[]} imports of files, by their paths from the root
 * @returns {Circle[]}
 */
export function folderCycles(imports) {
  return cyclesOf(
    imports,
    apart,
    (way) => `closes a circle of folders: ${way}. Move what both need below them, or compose it above them.`,
  );
}

/**
 * Nor may files, be it for types alone or later: whoever reads one would have to read all of them.
 * @param {Import[]} imports of files, by their paths from the root
 * @returns {Circle[]}
 */
export function fileCycles(imports) {
  return cyclesOf(
    imports,
    (from, to) => [from, to],
    (way) => `closes a circle of files: ${way}. Move what both need into a file below them.`,
  );
}

/**
 * @param {Import[]} imports
 * @param {(from: string, to: string) => string[]} endsOf what an import ties to each other; empty when nothing
 * @param {(way: string) => string} messageOf
 * @returns {Circle[]}
 */
function cyclesOf(imports, endsOf, messageOf) {
  /** @type {Map<string, Map<string, Import>>} */
  const arrows = new Map();
  for (const each of imports) {
    if (isTest(each.from)) continue;
    const [from, to] = endsOf(each.from, each.to);
    if (!from || !to) continue;
    const known = arrows.get(from) ?? new Map();
    arrows.set(from, known.set(to, known.get(to) ?? each));
  }
  const seen = new Set();
  return [...arrows.keys()].sort().flatMap((start) => {
    const circle = circleFrom(start, arrows);
    const key = circle && [...circle].sort().join();
    if (!circle || seen.has(key)) return [];
    seen.add(key);
    const first = /** @type {Import} */ (arrows.get(start)?.get(/** @type {string} */ (circle[1] ?? start)));
    return [{ ...first, message: messageOf([...circle, start].join(' → ')) }];
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
 * The shortest way from a folder or a file back to itself.
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
