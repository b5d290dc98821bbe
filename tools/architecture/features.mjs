import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The ordered list of features, read as text because node runs no TypeScript.
 * @param {string} root
 * @returns {string[]}
 */
export function readFeatures(root) {
  const source = readFileSync(join(root, 'contract', 'src', 'features.ts'), 'utf8');
  const list = /export const features = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  const features = [...list.matchAll(/['"]([a-z-]+)['"]/g)].flatMap((match) => match[1] ?? []);
  if (features.length === 0) throw new Error('contract/src/areas.ts exports no list called features.');
  return features;
}
