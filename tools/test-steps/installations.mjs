import { existsSync } from 'node:fs';
import { findChromium, findHeadlessShell } from '../chromium.mjs';
import {
  canInstallDebianPackages,
  hasRealChromiumPackage,
  installDebianPackages,
  installDebianPostgres,
  installDebianServers,
  tryToInstall,
} from '../debian-packages.mjs';
import { findEngines, findWebKitGtk } from '../engines.mjs';
import { findPostgres } from '../postgres-programs.mjs';
import { findPgbouncer, findRedis } from '../services.mjs';

/** @type {Record<string, () => Promise<void>>} */
const installations = {
  browser: installBrowser,
  engines: installEngines,
  'server-postgres': installPostgres,
  'server-embedded': installServers,
  'server-pooler': installPooler,
};

/** @type {Map<string, Promise<void>>} */
const begun = new Map();
/** Debian's package manager lets in one at a time. */
let last = Promise.resolve();

/**
 * Installs what a step needs of the system and does not find, where that is ours to do. It is begun once, and mostly
 * waits: asked for early, it is there when the step comes.
 * @param {string} step
 * @returns {Promise<void>}
 */
export function installationFor(step) {
  const known = begun.get(step);
  if (known) return known;
  last = last.then(installations[step]);
  begun.set(step, last);
  return last;
}

/**
 * Begins what these steps will need.
 * @param {string[]} steps
 */
export function beginInstallations(steps) {
  for (const step of steps) if (step in installations) void installationFor(step);
}

/**
 * All at once: each time the package manager is asked it reads its lists anew. Debian's first releases of a version may
 * lack the headless shell, which is a gain, not a need.
 */
async function installBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH || !canInstallDebianPackages() || !hasRealChromiumPackage()) return;
  const browser = findChromium() ? [] : ['chromium', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
  const shell = findHeadlessShell() ? [] : ['chromium-headless-shell'];
  const missing = [...browser, ...shell];
  if (missing.length > 0) await tryToInstall(() => installDebianPackages(missing));
  if (!findChromium()) await tryToInstall(() => installDebianPackages(browser));
}

/** Ubuntu's package of Firefox is one that points to a snap, as is its Chromium. */
async function installEngines() {
  if (!canInstallDebianPackages()) return;
  const found = findEngines().map(({ name }) => name);
  const hasWebKit = found.includes('webkit') || findWebKitGtk() !== undefined;
  const missing = [
    ...(found.includes('firefox') || !hasRealChromiumPackage() ? [] : ['firefox-esr']),
    ...(hasWebKit ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
  if (missing.length > 0) await tryToInstall(() => installDebianPackages(missing));
}

/** The tests that need them are on the embedded database, too, and say that they are skipped where one lacks. */
async function installServers() {
  if (!canInstallDebianPackages()) return;
  const missing = [
    ...(findRedis() ? [] : ['redis-server']),
    ...['nats-server', 'haproxy'].filter((name) => !existsSync(`/usr/sbin/${name}`)),
  ];
  if (missing.length > 0) await tryToInstall(() => installDebianServers(missing));
}

async function installPooler() {
  if (!findPgbouncer() && canInstallDebianPackages())
    await tryToInstall(() => installDebianServers(['pgbouncer']));
}

async function installPostgres() {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL || findPostgres() || !canInstallDebianPackages()) return;
  await tryToInstall(installDebianPostgres);
}
