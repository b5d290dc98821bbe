import { existsSync } from 'node:fs';
import { inRepository, installedCommand } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { allPassed, oneFailed, together } from './outcome.mjs';

/** The long ones first. */
const packages = ['web', 'server', 'e2e', 'bench', 'contract', 'tools'];
/** Each on one thread: on several the compiler checks much of it twice, for half as much time again. */
const atOnce = 2;

export async function checkTypes() {
  const waiting = packages.filter((name) => existsSync(inRepository(name, 'tsconfig.json')));
  const outcomes = await Promise.all(Array.from({ length: atOnce }, () => checkThose(waiting)));
  return together(outcomes.flat());
}

/** @param {string[]} waiting is taken from until nothing is left */
async function checkThose(waiting) {
  const outcomes = [];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const command = [installedCommand('typescript', 'tsc'), '-p', name, '--singleThreaded'];
    const { code, output } = await runNode(command, { captured: true, yielding: true });
    outcomes.push(code === 0 ? allPassed(1) : oneFailed(name, output));
  }
  return outcomes;
}
