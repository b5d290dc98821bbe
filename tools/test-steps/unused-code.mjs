import { installedCommand } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { allPassed, oneFailed } from './outcome.mjs';

export async function findUnusedCode() {
  const { code, output } = await runNode([installedCommand('knip'), '--no-progress', '--no-config-hints'], {
    captured: true,
    yielding: true,
  });
  return code === 0
    ? allPassed(1)
    : oneFailed('knip', `${output}\nRemove what nobody uses, or import it where it belongs.`);
}
