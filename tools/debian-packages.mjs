import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

let listsAreFresh = false;

/** Whether we may install what is missing ourselves: root on Debian or one of its children. */
export function canInstallDebianPackages() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** Ubuntu's chromium package is an empty one that points to a snap. */
export function hasRealChromiumPackage() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * Tries an installation; when it fails, the reason is printed and the caller finds the program still absent.
 * @param {() => Promise<void>} install
 */
export async function tryToInstall(install) {
  try {
    await install();
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
}

/** @param {string[]} names */
export async function installDebianPackages(names) {
  console.log(`Installing Debian packages: ${names.join(' ')} …`);
  if (!listsAreFresh) await aptGet(['update']);
  listsAreFresh = true;
  await aptGet(['install', '-y', '--no-install-recommends', ...names]);
}

/** Installs PostgreSQL's programs without the cluster that Debian would start on the default port. */
export async function installDebianPostgres() {
  await installDebianPackages(['postgresql-common']);
  const settings = '/etc/postgresql-common/createcluster.conf';
  const before = existsSync(settings) ? readFileSync(settings, 'utf8') : '';
  writeFileSync(settings, `${before}\ncreate_main_cluster = false\n`);
  try {
    await installDebianPackages(['postgresql']);
  } finally {
    writeFileSync(settings, before);
  }
}

/**
 * Installs servers without those that Debian would start on their usual ports.
 * @param {string[]} names
 */
export async function installDebianServers(names) {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await installDebianPackages(names);
  } finally {
    if (isOurs) rmSync(policy);
  }
}

/**
 * A fresh machine is often still installing something else, which is waited for.
 * @param {string[]} parameters
 */
async function aptGet(parameters) {
  const { code, output } = await runCommand(
    'apt-get',
    ['-q', '-o', 'DPkg::Lock::Timeout=120', ...parameters],
    {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      captured: true,
      limitMs: 240_000,
    },
  );
  if (code !== 0) throw new Error(`"apt-get ${parameters.join(' ')}" failed:\n${output.slice(-2_000)}`);
}
