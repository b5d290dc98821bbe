import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { repositoryRoot } from './repository.mjs';

const neverInputs = new Set(['node_modules', 'dist', '.cache', '.DS_Store']);

/**
 * Every file below the given files and folders, in a fixed order.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [accepts]
 * @returns {string[]}
 */
export function filesBelow(paths, accepts = () => true) {
  return paths.flatMap((path) => {
    if (!existsSync(path) || !accepts(path)) return [];
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => !neverInputs.has(name));
    return filesBelow(
      names.sort().map((name) => join(path, name)),
      accepts,
    );
  });
}

/**
 * One hash over names and contents, so that neither a checkout's dates nor its folder count.
 * @param {string[]} files
 */
export function contentHash(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(repositoryRoot, file).split(sep).join('/')} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
