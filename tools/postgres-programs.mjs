import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const suffix = process.platform === 'win32' ? '.exe' : '';

/** Folders that hold a folder for each version: Debian's, Homebrew's, Red Hat's, Postgres.app's, Windows'. */
const versionedPlaces = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/home/linuxbrew/.linuxbrew/opt',
  '/usr',
  '/Applications/Postgres.app/Contents/Versions',
  join(process.env.ProgramFiles ?? '/nowhere', 'PostgreSQL'),
];

/**
 * The newest installed PostgreSQL: Debian's folders are not on the PATH, Homebrew's often are not either.
 * @returns {{ initdb: string, postgres: string } | undefined}
 */
export function findPostgres() {
  const folders = [...versionedFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  const folder = folders.find((each) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(each, name + suffix))),
  );
  if (folder === undefined) return undefined;
  return { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
}

function versionedFolders() {
  return versionedPlaces.flatMap((folder) => {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^(\d+(\.\d+)?|latest|postgresql(@\d+)?|pgsql-\d+)$/.test(name))
      .sort((one, other) => versionIn(other) - versionIn(one))
      .map((name) => join(folder, name, 'bin'));
  });
}

/** @param {string} name */
function versionIn(name) {
  return Number(/\d+(\.\d+)?/.exec(name)?.[0] ?? 0);
}
