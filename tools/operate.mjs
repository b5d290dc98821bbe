import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { prepare, runTool } from './prepare.mjs';
import { inRepository } from './repository.mjs';

/** `node tools/operate.mjs <program of the server> ...`: brings the build up to date and runs it. */
await runTool(async () => {
  await prepare();
  const [program, ...parameters] = process.argv.slice(2);
  const file = inRepository('server', 'dist', `${program}.js`);
  const command = spawn(process.execPath, [file, ...parameters], { stdio: 'inherit' });
  const [code] = await once(command, 'exit');
  process.exitCode = code ?? 1;
});
