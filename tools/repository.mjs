import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export function inRepository(...parts) {
  return join(repositoryRoot, ...parts);
}

/** @param {string} path */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * The JavaScript file behind a command of an installed package. Running it with node itself needs no shell
 * and is the same on every system.
 * @param {string} packageName
 * @param {string} [command] when it is not called like the package
 */
export function installedCommand(packageName, command = packageName) {
  const directory = inRepository('node_modules', ...packageName.split('/'));
  const { bin } = readJson(join(directory, 'package.json'));
  return join(directory, typeof bin === 'string' ? bin : bin[command]);
}
