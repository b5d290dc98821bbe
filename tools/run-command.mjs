import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { repositoryRoot } from './repository.mjs';

const onWindows = process.platform === 'win32';

/**
 * @typedef {object} CommandOptions
 * @property {NodeJS.ProcessEnv} [env] the whole environment of the command
 * @property {boolean} [captured] collect the output instead of showing it
 * @property {boolean} [yielding] takes of the cores what everything else leaves over
 * @property {number} [limitMs] the command and its children are ended when this time has passed
 * @property {number} [silenceLimitMs] the same when it has said nothing for this time
 */

/**
 * Runs a program to its end. Signals sent to us end it too, with everything it has started.
 * @param {string} program
 * @param {string[]} parameters
 * @param {CommandOptions} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function runCommand(
  program,
  parameters,
  { env = process.env, captured = false, yielding = false, limitMs, silenceLimitMs } = {},
) {
  return new Promise((resolve, reject) => {
    const heard = captured || silenceLimitMs !== undefined;
    const child = spawn(program, parameters, {
      cwd: repositoryRoot,
      env,
      stdio: heard ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: !onWindows,
      shell: onWindows && program === 'npm',
      windowsHide: true,
    });
    if (yielding) stepBack(child);
    let output = '';
    let timedOut = false;
    const endAfter = (/** @type {number | undefined} */ time) =>
      time === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            endFamily(child);
          }, time);
    const timer = endAfter(limitMs);
    const silence = endAfter(silenceLimitMs);
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from?.on('data', (chunk) => {
        silence?.refresh();
        if (captured) output += chunk;
        else to.write(chunk);
      });
    }
    const onSignal = () => endFamily(child, () => process.exit(130));
    const release = () => {
      clearTimeout(timer);
      clearTimeout(silence);
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code) => {
      release();
      resolve({ code: code ?? 1, output, timedOut });
    });
  });
}

/**
 * Runs a JavaScript file with the node that runs us.
 * @param {string[]} parameters the file first
 * @param {CommandOptions} [options]
 */
export function runNode(parameters, options) {
  return runCommand(process.execPath, parameters, options);
}

/**
 * Runs npm, also where it can only be started through a shell.
 * @param {string[]} parameters
 * @param {CommandOptions} [options]
 */
export function runNpm(parameters, options) {
  const running = process.env.npm_execpath;
  return running?.endsWith('npm-cli.js')
    ? runNode([running, ...parameters], options)
    : runCommand('npm', parameters, options);
}

/**
 * What it starts from now on comes after everything else too.
 * @param {import('node:child_process').ChildProcess} child
 */
function stepBack({ pid }) {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    // Linux may share the cores among sessions, and only then among their processes.
    if (process.platform === 'linux')
      writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // Already at its end, or a kernel that knows no such groups.
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => void} [whenGone]
 */
function endFamily(child, whenGone) {
  if (whenGone) child.once('exit', whenGone);
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/T', '/F', '/PID', String(child.pid)]);
    return;
  }
  const send = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), signal);
    } catch {
      // Nobody of the family is left.
    }
  };
  send('SIGTERM');
  setTimeout(() => send('SIGKILL'), 5_000).unref();
}
