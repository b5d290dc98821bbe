import { existsSync } from 'node:fs';
import { inRepository, installedCommand } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { allPassed, oneFailed, together } from './outcome.mjs';

const packages = ['contract', 'server', 'web', 'e2e', 'tools', 'bench'];

export async function checkTypes() {
  const outcomes = [];
  for (const name of packages) {
    if (!existsSync(inRepository(name, 'tsconfig.json'))) continue;
    const { code, output } = await runNode([installedCommand('typescript', 'tsc'), '-p', name], {
      captured: true,
    });
    outcomes.push(code === 0 ? allPassed(1) : oneFailed(name, output));
  }
  return together(outcomes);
}
