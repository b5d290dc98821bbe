import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/**
 * A Chromium for the browser journeys: the one that CHROMIUM_PATH names, the system's, or the one
 * `npx playwright install chromium` has fetched.
 * @returns {string | undefined} the path of its program
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  // Ubuntu's chromium-browser only advertises a snap package, so it is the last resort.
  return (
    onPath(['chromium', 'google-chrome', 'google-chrome-stable']) ??
    usualPlaces().find((path) => existsSync(path)) ??
    ownedByPlaywright() ??
    onPath(['chromium-browser'])
  );
}

/**
 * The same browser without its windows: a sixth less work for each page. It has none of what the system shows for a
 * page, such as notifications.
 * @returns {string | undefined} the path of its program
 */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ? undefined : onPath(['chromium-headless-shell']);
}

/** @param {string[]} names */
function onPath(names) {
  if (process.platform === 'win32') return undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  const { ProgramFiles, 'ProgramFiles(x86)': ProgramFilesX86, LOCALAPPDATA } = process.env;
  return [ProgramFiles, ProgramFilesX86, LOCALAPPDATA].flatMap((folder) =>
    folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
  );
}

function ownedByPlaywright() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
