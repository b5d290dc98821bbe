import { forgetBuild, prepare, runTool } from './prepare.mjs';
import { installedCommand } from './repository.mjs';
import { runNode } from './run-command.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();

await runTool(async () => {
  await prepare();
  // What watching leaves in web/dist is not for production.
  forgetBuild('web');
  const env = { ...process.env, NODE_ENV: 'development' };
  const web = runNode(
    [installedCommand('vite'), 'build', 'web', '--watch', '--mode', 'development', '--logLevel', 'warn'],
    { env },
  );
  const server = runNode(
    [
      installedCommand('tsx'),
      'watch',
      '--clear-screen=false',
      '--include',
      'server/migrations/**',
      'server/src/main.ts',
    ],
    { env },
  );
  const first = await Promise.race([
    web.then(({ code }) => ({ name: 'The web build', code })),
    server.then(({ code }) => ({ name: 'The server', code })),
  ]);
  console.error(`${first.name} ended with code ${first.code}; stopping.`);
  process.kill(process.pid, 'SIGTERM');
});
