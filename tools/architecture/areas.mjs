import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The ordered list of parts (`people/blocks`, or `wallet` for an area of one part), read as text because node runs no
 * TypeScript.
 * @param {string} root
 * @returns {string[]}
 */
export function readParts(root) {
  const source = readFileSync(join(root, 'contract', 'src', 'areas.ts'), 'utf8');
  const list = /export const parts = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  const parts = [...list.matchAll(/['"]([a-z/-]+)['"]/g)].flatMap((match) => match[1] ?? []);
  if (parts.length === 0) throw new Error('contract/src/areas.ts exports no list called parts.');
  return parts;
}

/**
 * The areas of these parts, in their order.
 * @param {string[]} parts
 */
export const areasOf = (parts) => [
  ...new Set(parts.map((part) => /** @type {string} */ (part.split('/')[0]))),
];

/**
 * The name that the files of a part begin with.
 * @param {string} part
 */
export const nameOfPart = (part) => part.slice(part.lastIndexOf('/') + 1);
