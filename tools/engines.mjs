import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const relay = fileURLToPath(new URL('../e2e/engines/firefox-relay.mjs', import.meta.url));

/**
 * Engines beside Chromium in which the smoke journey can be run: what `npx playwright install firefox webkit` has fetched, else
 * the system's Firefox, which Playwright drives through a relay.
 * @typedef {{ name: 'firefox' | 'webkit', use: Record<string, unknown> }} Engine
 * @returns {Engine[]}
 */
export function findEngines() {
  const firefox = ownedByPlaywright('firefox') ?? systemFirefox();
  const webkit = ownedByPlaywright('webkit');
  return [firefox, webkit].filter((engine) => engine !== undefined);
}

/**
 * @param {'firefox' | 'webkit'} name
 * @returns {Engine | undefined}
 */
function ownedByPlaywright(name) {
  try {
    const path = createRequire(import.meta.url)('@playwright/test')[name].executablePath();
    return existsSync(path) ? { name, use: { browserName: name } } : undefined;
  } catch {
    return undefined;
  }
}

/** @returns {Engine | undefined} */
function systemFirefox() {
  const named = process.env.FIREFOX_PATH;
  const path = named ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((each) => existsSync(each));
  if (!path || !existsSync(path)) return undefined;
  const env = { ...process.env, FIREFOX_PATH: path };
  return {
    name: 'firefox',
    use: { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath: relay, env } },
  };
}

/**
 * WebKitGTK with its small browser, by WebDriver, on a display of its own (Debian's webkit2gtk-driver and xvfb).
 * @returns {{ driver: string, browser: string, display: string } | undefined} the paths of its programs
 */
export function findWebKitGtk() {
  const driver = '/usr/bin/WebKitWebDriver';
  const display = '/usr/bin/Xvfb';
  const browser = libraryFolders()
    .map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
  return browser && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined;
}

function libraryFolders() {
  const machines = /** @type {Partial<Record<string, string>>} */ ({ x64: 'x86_64', arm64: 'aarch64' });
  const machine = machines[process.arch] ?? process.arch;
  return [`/usr/lib/${machine}-linux-gnu`, '/usr/libexec', '/usr/lib64', '/usr/lib'];
}
