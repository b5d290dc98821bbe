import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildSteps } from './build-steps.mjs';
import { contentHash, filesBelow } from './content-hash.mjs';
import { inRepository, readJson } from './repository.mjs';
import { runNode, runNpm } from './run-command.mjs';

/** Says in one sentence what to do when node is too old for what we install. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(
    `Dazi needs Node.js 20.19 or newer and this is ${process.versions.node}: install a current version from https://nodejs.org and try again.`,
  );
}

/** Installs exactly the lock file's packages unless they are already there. */
export async function installWhatIsMissing() {
  const stamp = inRepository('node_modules', '.dazi-install');
  const wanted = `${process.platform} ${process.arch} ${contentHash(packageFiles())}\n`;
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
  if (found === wanted) return;
  const samePlatform = found === undefined || found.startsWith(`${process.platform} ${process.arch} `);
  if (!(samePlatform && everyPackageIsInstalled())) {
    console.log('Installing packages (npm ci) …');
    const { code } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0) throw new Error(`Installing failed: "npm ci" ended with code ${code}.`);
  }
  writeFileSync(stamp, wanted);
}

/**
 * Builds what the server delivers and the server, each only when something it is made from has changed.
 * @param {string[]} [names] of build steps, all when absent
 */
export async function buildWhatChanged(names = buildSteps.map(({ name }) => name)) {
  for (const step of buildSteps.filter(({ name }) => names.includes(name))) {
    if (!step.needs.every((path) => existsSync(inRepository(path)))) continue;
    const inputs = filesBelow(
      step.inputs.map((path) => inRepository(path)),
      (path) => !/\.test\.tsx?$/.test(path),
    );
    const stamp = buildStamp(step.name);
    const wanted = contentHash(inputs);
    const isBuilt = existsSync(inRepository(step.output)) && existsSync(stamp);
    if (isBuilt && readFileSync(stamp, 'utf8') === wanted) continue;
    console.log(`Building ${step.name} …`);
    const startedAt = Date.now();
    const { code, output } = await runNode(step.command(), {
      env: { ...process.env, NODE_ENV: 'production' },
      captured: true,
    });
    if (code !== 0) throw new Error(`Building ${step.name} failed:\n${output}`);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
    console.log(`Built ${step.name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  }
}

/**
 * Lets the next build make something again, whatever its inputs.
 * @param {string} name
 */
export function forgetBuild(name) {
  rmSync(buildStamp(name), { force: true });
}

export async function prepare() {
  requireNode();
  await installWhatIsMissing();
  await buildWhatChanged();
}

/**
 * Runs a tool's main function and turns an error into a sentence instead of a stack.
 * @param {() => Promise<void>} main
 * @returns {Promise<boolean>} whether all went well
 */
export async function runTool(main) {
  try {
    await main();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return false;
  }
}

/** @param {string} name */
function buildStamp(name) {
  return inRepository('.cache', 'build', name);
}

function packageFiles() {
  const workspaces = /** @type {string[]} */ (readJson(inRepository('package.json')).workspaces ?? []);
  const manifests = ['.', ...workspaces].map((folder) => inRepository(folder, 'package.json'));
  return [inRepository('package-lock.json'), ...manifests].filter((file) => existsSync(file));
}

/**
 * npm leaves a list of what it has put into node_modules. When that list and the lock file agree, a
 * developer's own `npm install` was enough.
 */
function everyPackageIsInstalled() {
  const list = inRepository('node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = readJson(list).packages;
  const locked = readJson(inRepository('package-lock.json')).packages;
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const present = installed[path];
    return present === undefined ? entry.optional === true : present.version === entry.version;
  });
}
