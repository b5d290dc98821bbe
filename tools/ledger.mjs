import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { prepare, runTool } from './prepare.mjs';
import { inRepository } from './repository.mjs';

await runTool(async () => {
  await prepare();
  const command = spawn(
    process.execPath,
    [inRepository('server', 'dist', 'ledger.js'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  );
  const [code] = await once(command, 'exit');
  process.exitCode = code ?? 1;
});
