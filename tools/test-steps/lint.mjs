import { installedCommand } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { allPassed, oneFailed } from './outcome.mjs';

export async function lint() {
  const { code, output } = await runNode(
    [
      installedCommand('@biomejs/biome', 'biome'),
      'check',
      '--diagnostic-level=error',
      '--max-diagnostics=40',
      '.',
    ],
    { captured: true, yielding: true },
  );
  return code === 0
    ? allPassed(1)
    : oneFailed('biome', `${output}\n"npm run format" mends what can be mended.`);
}
