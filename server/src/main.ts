import { join } from 'node:path';
import type { App } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { openConfigured } from './platform/database/configured.ts';
import { DatabaseGone } from './platform/database/connection.ts';
import { DirectoryInUse, DirectoryUnusable, lockDirectory } from './platform/database/directory-lock.ts';
import type { EmbeddedDatabase } from './platform/database/embedded.ts';
import { listenToOperator } from './platform/operations/operator-socket.ts';

/** Both when run from source and when built, this file lies two folders below the repository. */
const root = join(import.meta.dirname, '..', '..');
const snapshotFile = join(root, 'server', 'dist', 'new-database.tar');
const shutdownLimit_ms = 12_000;
/** A crowd that finds the queue full tries again after a second; the system may allow fewer. */
const mostWaitingConnections = 4096;
/** The oldest that all libraries are made for and that still gets mended. */
const recommendedNode = 22;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function start(): Promise<void> {
  const config = readConfig();
  const unlock = lockDirectory(config.dataDir);
  process.on('exit', unlock);
  // Reading the code takes as long as opening a database, whose thread begins first.
  const opening = openConfigured(config, { snapshot: snapshotFile, say });
  const [{ makeApp }, database] = await Promise.all([import('./app.ts'), opening]);
  const app = await makeApp({
    config,
    database,
    migrationsDirectory: join(root, 'server', 'migrations'),
    gazetteerFile: join(root, 'server', 'gazetteer', 'towns.tsv'),
    webDirectory: join(root, 'web', 'dist'),
  });
  if (database.kind === 'embedded') {
    const { dump } = database as EmbeddedDatabase;
    const operator = listenToOperator(config.dataDir, dump, app.deps.log);
    app.server.addHook('preClose', () => operator.close());
  }
  endOnSignal(app);
  await app.server.listen({ host: config.host, port: config.port, backlog: mostWaitingConnections });
  say(`\n  Dazi is running at ${config.publicUrl}\n`);
  if (database.kind === 'embedded') {
    say(
      '  Embedded database: safe when the process is killed, not when the power fails (docs/decisions/0002).',
    );
  }
  if (!config.provider) say('  Demo mode: anyone who reaches this address can sign in as anyone.');
  if (config.map.styleUrl && !config.map.googleKey) {
    say(
      `  Streets are fetched from ${new URL(config.map.styleUrl).host}; MAP_STYLE_URL=none keeps the map offline.`,
    );
  }
  if (config.publicUrl.startsWith('https:') && !config.trustProxy) {
    say(
      '  TRUST_PROXY is not set: behind a proxy all people share the limits of one address. Set it to the number of proxies.',
    );
  }
  if (Number.parseInt(process.versions.node, 10) < recommendedNode) {
    say(`  Node ${process.versions.node} will do; Node ${recommendedNode} or later is recommended.`);
  }
  if (config.provider && config.adminEmails.length === 0) {
    say('  ADMIN_EMAILS is not set: nobody looks at what is reported.');
  }
  for (const sentence of config.misspelt) say(`  ${sentence}`);
  if (!config.operator.contact) say('  OPERATOR_CONTACT is not set: the policies name nobody to write to.');
}

function endOnSignal(app: App) {
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      const { log } = app.deps;
      log.info({ signal }, 'stopping');
      let waitingFor = '';
      setTimeout(() => {
        log.error({ waitingFor }, 'something did not come to its end in time');
        process.exit(1);
      }, shutdownLimit_ms).unref();
      const onStep = (step: string) => {
        waitingFor = step;
      };
      app.close(onStep).then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
}

/** The first connection was there, and another one was not: such as where the server has no more to give. */
function whatIsGone(error: Error): string | null {
  if (!(error instanceof DatabaseGone)) return null;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return `DATABASE_URL: the server did not answer while Dazi started (${message})`;
}

const unheard: Readonly<Record<string, string>> = {
  EADDRINUSE: 'That address is in use already; choose another PORT.',
  EADDRNOTAVAIL: 'HOST: this machine has no such address.',
  EACCES: 'PORT: only root may listen there; choose one from 1024 on, and let a proxy stand before it.',
  ENOTFOUND: 'HOST: nobody knows this name here; name an address of this machine.',
  EAI_AGAIN: 'HOST: nobody knows this name here; name an address of this machine.',
};

/** Where nobody can be answered, because of the address that is to be listened on. */
function whatIsUnheard({ code = '', syscall = '' }: NodeJS.ErrnoException): string | null {
  return ['listen', 'getaddrinfo'].includes(syscall) ? (unheard[code] ?? null) : null;
}

start().catch((error: NodeJS.ErrnoException) => {
  const expected = [ConfigError, DirectoryInUse, DirectoryUnusable].some((kind) => error instanceof kind);
  const isOurs = expected ? null : (error.stack ?? error);
  const said = whatIsUnheard(error) ?? whatIsGone(error) ?? isOurs ?? error.message;
  process.stderr.write(`\nDazi could not start.\n${said}\n`);
  process.exit(1);
});
