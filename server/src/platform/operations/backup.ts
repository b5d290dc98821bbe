import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ZipFile } from 'yazl';
import { type Config, version } from '../config.ts';
import { lockDirectory } from '../database/directory-lock.ts';
import { openEmbedded } from '../database/embedded.ts';
import { asksCluster } from '../database/postgresql.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { type Contents, isInstalled, readContents, readFingerprint } from './contents.store.ts';
import { digestOf, filesIn, writeTo } from './files.ts';
import { databaseNames, type Manifest, manifestName, mediaFolder, OperatorError } from './manifest.ts';
import { storageOf } from './media-copy.ts';
import { askForDump } from './operator-socket.ts';
import { runProgram } from './postgres-programs.ts';
import { clientOf, connectionOn, directAddressOf, requireAnswer } from './raw-postgres.ts';

interface CopiedDatabase extends Contents {
  secretFingerprint: string | null;
}

/** The running server hands its database over; a stopped one is opened for it. */
async function dumpEmbedded({ dataDir }: Config, file: string): Promise<void> {
  const directory = join(dataDir, 'database');
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Name the directory of the server with DATA_DIR.`,
    );
  }
  const running = await askForDump(dataDir);
  if (running) return pipeline(running, writeTo(file));
  const unlock = lockDirectory(dataDir);
  try {
    const database = await openEmbedded({ directory, snapshot: null });
    await writeFile(file, await database.dump(), { flag: 'wx', mode: 0o600 });
    await database.close();
  } finally {
    unlock();
  }
}

const plainOf = (file: string) => `${file}.tar`;

/** A copy says what it holds by being opened: one that cannot be is none. */
async function copyEmbedded(config: Config, file: string): Promise<CopiedDatabase> {
  const plain = plainOf(file);
  try {
    await dumpEmbedded(config, plain);
    const copy = await openEmbedded({ directory: null, snapshot: plain });
    const contents = { ...(await readContents(copy)), secretFingerprint: await readFingerprint(copy) };
    await copy.close();
    await pipeline(createReadStream(plain), createGzip(), writeTo(file));
    return contents;
  } finally {
    rmSync(plain, { force: true });
  }
}

/** Counted and copied as it is at one moment, while others go on. */
async function copyPostgresql(config: Config, file: string): Promise<CopiedDatabase> {
  const { url, setting } = directAddressOf(config);
  const client = clientOf(url);
  try {
    await requireAnswer(client, setting);
    if (!(await isInstalled(connectionOn(client)))) {
      throw new OperatorError(`${setting}: Dazi has never run on this database. Name that of the server.`);
    }
    if (await asksCluster(connectionOn(client))) {
      throw new OperatorError(
        `${setting}: a cluster is kept server by server, as docs/scaling.md says under "Backups of a cluster". No copy through its coordinator is of one moment.`,
      );
    }
    return (await client.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (handle) => {
      const connection = connectionOn(handle);
      const [[snapshot]] = (await connection.query('SELECT pg_export_snapshot()', [], 'arrays')) as [
        [string],
      ];
      const contents = {
        ...(await readContents(connection)),
        secretFingerprint: await readFingerprint(connection),
      };
      const parameters = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
      const { child, ended } = runProgram('pg_dump', parameters, url);
      await pipeline(child.stdout!, writeTo(file));
      await ended;
      return contents;
    })) as CopiedDatabase;
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function addMedia(zip: ZipFile, storage: FileStorage): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 };
  for await (const { key, size } of filesIn(storage)) {
    // Opened when their turn comes; what was removed meanwhile is left empty, as its row soon will be.
    zip.addReadStreamLazy(`${mediaFolder}${key}`, { compress: false }, (give) => {
      openOrEmpty(storage, key).then(
        (stream) => give(null, stream),
        (error) => give(error, Readable.from([])),
      );
    });
    total.files++;
    total.bytes += size;
  }
  return total;
}

async function openOrEmpty(storage: FileStorage, key: string): Promise<Readable> {
  return (await (await storage.find(key))?.open()) ?? Readable.from([]);
}

/**
 * The file appears when it is whole. It lacks the secret of positions, and media in a bucket unless they are asked
 * for. Throws OperatorError with a sentence for what an operator can mend.
 */
export async function backUp(
  config: Config,
  file: string,
  { withMedia = config.s3 === null }: { withMedia?: boolean | undefined },
): Promise<Manifest> {
  if (existsSync(file)) throw new OperatorError(`${file} is there already. Name a file that is not.`);
  const unfinished = `${file}.unfinished`;
  const databaseFile = `${file}.database`;
  const tidy = () => {
    const left = [unfinished, databaseFile, plainOf(databaseFile)].filter((one) => existsSync(one));
    for (const one of left) rmSync(one, { force: true });
  };
  const stopListening = onceBrokenOff(tidy);
  try {
    tidy();
    const engine = config.databaseUrl ? 'postgresql' : 'embedded';
    const contents = config.databaseUrl
      ? await copyPostgresql(config, databaseFile)
      : await copyEmbedded(config, databaseFile);
    const zip = new ZipFile();
    const written = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    const failed = once(zip as unknown as NodeJS.EventEmitter, 'error').then(([error]) =>
      Promise.reject(error),
    );
    failed.catch(() => {});
    zip.addFile(databaseFile, databaseNames[engine], { compress: false });
    const media = withMedia ? await addMedia(zip, await storageOf(config)) : null;
    const mediaStayIn = withMedia ? undefined : config.s3?.bucket;
    const createdAt = new Date().toISOString();
    const database = await digestOf(databaseFile);
    const manifest: Manifest = {
      format: 1,
      version,
      createdAt,
      engine,
      ...contents,
      database,
      media,
      mediaStayIn,
    };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName);
    zip.end();
    await Promise.race([pipeline(zip.outputStream as Readable, written), failed]);
    renameSync(unfinished, file);
    return manifest;
  } catch (error) {
    throw asOperatorError(error, file);
  } finally {
    stopListening();
    tidy();
  }
}

/** What is half written holds what people wrote, too, and nobody looks after it. */
function onceBrokenOff(tidy: () => void): () => void {
  const end = () => {
    tidy();
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

function asOperatorError(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorError(`The disk is full: ${file} was not written, and nothing else was changed.`);
  }
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS'].includes(code ?? '')) {
    return new OperatorError(`${file} cannot be written: ${message}`);
  }
  return error;
}
