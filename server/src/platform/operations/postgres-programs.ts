import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OperatorError } from './manifest.ts';

/** Where Debian keeps a folder for each version. */
const debianPlace = '/usr/lib/postgresql';

function foldersToLookIn(): string[] {
  const versions = existsSync(debianPlace) ? readdirSync(debianPlace) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  return [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...newestFirst.map((version) => join(debianPlace, version, 'bin')),
  ];
}

function findProgram(name: 'pg_dump' | 'pg_restore'): string {
  const folder = foldersToLookIn().find((one) => existsSync(join(one, name)));
  if (folder === undefined) {
    throw new OperatorError(
      `${name} is not installed here. It comes with PostgreSQL's client (on Debian: apt-get install postgresql-client).`,
    );
  }
  return join(folder, name);
}

/** What an address may say besides, and how the programs call it. */
const parameterNames: Readonly<Record<string, string>> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/** As the programs take an address: through the environment, which nobody else on the machine reads. */
function connectionEnvironment(url: string): NodeJS.ProcessEnv {
  if (!URL.canParse(url)) {
    throw new OperatorError(
      'A backup wants one host in DATABASE_URL; DATABASE_DIRECT_URL may name another one.',
    );
  }
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const given = Object.entries(parameterNames).flatMap(([parameter, variable]) => {
    const value = searchParams.get(parameter);
    return value === null ? [] : [[variable, value]];
  });
  return {
    ...process.env,
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname.replace(/^\[|\]$/g, '')),
    ...(port && { PGPORT: port }),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(given),
  };
}

/** Runs one of them on a database; the second part fails with what it said when it does not end well. */
export function runProgram(
  name: 'pg_dump' | 'pg_restore',
  parameters: readonly string[],
  url: string,
): { child: ChildProcess; ended: Promise<void> } {
  const child = spawn(findProgram(name), parameters, {
    env: connectionEnvironment(url),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new OperatorError(`${name} failed: ${said.trim()}`)),
    );
  });
  // Whoever feeds it may fail first.
  ended.catch(() => {});
  return { child, ended };
}
