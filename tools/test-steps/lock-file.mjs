import { inRepository, readJson } from '../repository.mjs';
import { allPassed, oneFailed } from './outcome.mjs';

/** A lock file that installs on every platform and names no particular registry. */
export async function checkLockFile() {
  const mistakes = lockFileMistakes(readJson(inRepository('package-lock.json')).packages);
  return mistakes.length === 0 ? allPassed(1) : oneFailed('package-lock.json', mistakes.join('\n'));
}

/**
 * @param {Record<string, { resolved?: string, integrity?: string, link?: boolean, optionalDependencies?: object }>} packages
 * @returns {string[]}
 */
function lockFileMistakes(packages) {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, optionalDependencies }]) => {
    const mistakes = [];
    if (resolved?.startsWith('http')) {
      mistakes.push(`${path} names a registry: install with omit-lockfile-registry-resolved=true (.npmrc).`);
    }
    if (path.includes('node_modules/') && !link && !integrity) {
      mistakes.push(`${path} has no integrity hash: install it from a registry.`);
    }
    for (const name of Object.keys(optionalDependencies ?? {})) {
      if (!isReachable(packages, path, name)) {
        mistakes.push(
          `${path} wants ${name}, which the lock file lacks, so "npm ci" fails on another platform: choose a version whose platform packages the registry has.`,
        );
      }
    }
    return mistakes;
  });
}

/**
 * Looks for a package the way node does: beside the one that wants it, then further up.
 * @param {object} packages
 * @param {string} from
 * @param {string} name
 */
function isReachable(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
