import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildWhatChanged, installWhatIsMissing, requireNode, runTool } from './prepare.mjs';
import { inRepository } from './repository.mjs';

/**
 * `node tools/operate.mjs <program of the server> ...`: brings the server's build up to date and runs it. What a server
 * that runs beside it hands out to browsers stays as it is.
 */
await runTool(async () => {
  requireNode();
  await installWhatIsMissing();
  await buildWhatChanged(['server']);
  const [program, ...parameters] = process.argv.slice(2);
  const file = inRepository('server', 'dist', `${program}.js`);
  const command = spawn(process.execPath, [file, ...parameters], { stdio: 'inherit' });
  const [code] = await once(command, 'exit');
  process.exitCode = code ?? 1;
});
