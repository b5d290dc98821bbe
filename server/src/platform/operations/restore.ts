import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import postgres from 'postgres';
import type { Config } from '../config.ts';
import type { Connection } from '../database/connection.ts';
import { lockDirectory } from '../database/directory-lock.ts';
import { openEmbedded } from '../database/embedded.ts';
import { readMigrations } from '../database/migrate.ts';
import { fingerprintOf, readPositionSecret } from '../position-secret.ts';
import { directoryStorage, type FileStorage } from '../storage/file-storage.ts';
import { BackupFile } from './backup-file.ts';
import { difference, readContents, tableNames } from './contents.store.ts';
import { holdsNothing, writeTo } from './files.ts';
import { type Installation, type Manifest, OperatorError, type Renumber } from './manifest.ts';
import { storageOf } from './media-copy.ts';
import { runProgram } from './postgres-programs.ts';
import { connectionOn } from './raw-postgres.ts';

/** The same places shifted in another way would tell more than one shift does. */
function requireSecret({ dataDir, positionSecret }: Config, { secretFingerprint }: Manifest): void {
  if (secretFingerprint === null) return;
  const secret = readPositionSecret(dataDir, positionSecret);
  if (secret === null) {
    throw new OperatorError(
      `The position secret is missing. Put the file secrets/position-secret of the old server into ${dataDir}, or name it with POSITION_SECRET.`,
    );
  }
  if (fingerprintOf(secret) !== secretFingerprint) {
    throw new OperatorError('This is another position secret than that of the server that was backed up.');
  }
}

function requireKnown({ migrations, version }: Manifest, migrationsDirectory: string): void {
  const known = new Map(readMigrations(migrationsDirectory).map(({ name, hash }) => [name, hash]));
  const unknown = migrations.find(({ name, hash }) => known.get(name) !== hash);
  if (unknown) {
    throw new OperatorError(
      `This backup was made by version ${version} of Dazi, whose database (${unknown.name}) this one does not know. Restore it with that version or a later one.`,
    );
  }
}

const isEmpty = (directory: string) => !existsSync(directory) || readdirSync(directory).length === 0;

async function compareAndRenumber(
  database: Connection,
  manifest: Manifest,
  renumber: Renumber,
): Promise<void> {
  const different = difference(manifest, await readContents(database));
  if (different) throw new OperatorError(`What was restored is not what was backed up: ${different}.`);
  await renumber(database);
}

async function restoreEmbedded(backup: BackupFile, { dataDir }: Config, renumber: Renumber): Promise<void> {
  const target = join(dataDir, 'database');
  if (!isEmpty(target)) {
    throw new OperatorError(`There is a database in ${dataDir} already. Restore into an empty DATA_DIR.`);
  }
  const directory = join(dataDir, 'database.restoring');
  const packed = `${directory}.tar.gz`;
  const plain = `${directory}.tar`;
  const clean = () => {
    for (const left of [packed, plain, directory, `${directory}.unfinished`]) {
      rmSync(left, { recursive: true, force: true });
    }
  };
  clean();
  try {
    await backup.extractDatabase(packed);
    await pipeline(createReadStream(packed), createGunzip(), writeTo(plain));
    const database = await openEmbedded({ directory, snapshot: plain });
    try {
      await compareAndRenumber(database, backup.manifest, renumber);
    } finally {
      await database.close();
    }
    rmSync(target, { recursive: true, force: true });
    renameSync(directory, target);
  } finally {
    clean();
  }
}

/** Tables come back all or none; what differs afterwards is taken away again. */
async function restorePostgresql(
  backup: BackupFile,
  url: string,
  file: string,
  renumber: Renumber,
): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const connection = connectionOn(client);
  try {
    if ((await tableNames(connection)).length > 0) {
      throw new OperatorError(
        'The database of DATABASE_URL has tables already. Restore into a new one (createdb).',
      );
    }
    await backup.extractDatabase(file);
    const { child, ended } = runProgram(
      'pg_restore',
      ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--dbname='],
      url,
    );
    await pipeline(createReadStream(file), child.stdin!).catch(() => {});
    await ended;
    try {
      await compareAndRenumber(connection, backup.manifest, renumber);
    } catch (error) {
      await client.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public').simple();
      throw error;
    }
    await client.unsafe('ANALYZE').simple();
  } finally {
    rmSync(file, { force: true });
    await client.end({ timeout: 5 });
  }
}

interface RestoredMedia {
  files: number;
  /** Makes them appear. */
  place(): Promise<void>;
  /** Takes away what is there of them. */
  discard(): Promise<void>;
}

/** Inside of their place first, which may be a disk of its own: media appear when all are there. */
async function mediaIntoDirectory(backup: BackupFile, target: string): Promise<RestoredMedia> {
  const directory = join(target, '.restoring');
  const isNew = !existsSync(target);
  rmSync(directory, { recursive: true, force: true });
  if (backup.manifest.media && !(await holdsNothing(directoryStorage(target)))) {
    throw new OperatorError(`${target} is not empty. Restore into an empty DATA_DIR, or an empty MEDIA_DIR.`);
  }
  const media = {
    files: 0,
    async place() {
      for (const name of existsSync(directory) ? readdirSync(directory) : []) {
        renameSync(join(directory, name), join(target, name));
      }
      await this.discard();
    },
    async discard() {
      rmSync(directory, { recursive: true, force: true });
      if (isNew && existsSync(target) && isEmpty(target)) rmdirSync(target);
    },
  };
  try {
    for await (const { name, open } of backup.media()) {
      const path = join(directory, ...name.split('/'));
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(await open(), writeTo(path));
      media.files++;
    }
  } catch (error) {
    await media.discard();
    throw error;
  }
  return media;
}

/** Media that stayed in their bucket are there; others come into an empty one. */
async function mediaIntoBucket(
  backup: BackupFile,
  storage: FileStorage,
  bucket: string,
): Promise<RestoredMedia> {
  const written: string[] = [];
  const discard = async () => {
    for (const key of written) await storage.remove(key).catch(() => {});
  };
  if (backup.manifest.media && !(await holdsNothing(storage))) {
    throw new OperatorError(`The bucket ${bucket} is not empty. Restore into an empty one.`);
  }
  try {
    for await (const { name, open } of backup.media()) {
      written.push(name);
      await storage.write(name, await buffer(await open()));
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { files: written.length, place: async () => {}, discard };
}

async function restoreMedia(backup: BackupFile, config: Config): Promise<RestoredMedia> {
  const media = config.s3
    ? await mediaIntoBucket(backup, await storageOf(config), config.s3.bucket)
    : await mediaIntoDirectory(backup, config.mediaDir);
  const expected = backup.manifest.media?.files;
  if (expected === undefined || media.files === expected) return media;
  await media.discard();
  throw new OperatorError(`${expected} media were backed up, and ${media.files} are there.`);
}

/**
 * Brings a backup back into an empty data directory or database, on the engine that it came from. Nothing is left of one
 * that does not fit. Throws OperatorError with a sentence for what an operator can mend.
 */
export async function restore(
  config: Config,
  file: string,
  { migrationsDirectory, renumber }: Installation,
): Promise<{ manifest: Manifest; media: number }> {
  const backup = await BackupFile.open(file);
  try {
    const { manifest } = backup;
    const engine = config.databaseUrl ? 'postgresql' : 'embedded';
    if (manifest.engine !== engine) {
      throw new OperatorError(
        manifest.engine === 'embedded'
          ? 'This backup is of an embedded database. Restore it without DATABASE_URL, then move it: npm run move -- to-postgresql URL'
          : 'This backup is of PostgreSQL. Name an empty database with DATABASE_URL.',
      );
    }
    requireKnown(manifest, migrationsDirectory);
    requireSecret(config, manifest);
    const unlock = lockDirectory(config.dataDir);
    try {
      const media = await restoreMedia(backup, config);
      try {
        if (config.databaseUrl) {
          const url = config.database.directUrl ?? config.databaseUrl;
          await restorePostgresql(backup, url, join(config.dataDir, 'database.restoring'), renumber);
        } else await restoreEmbedded(backup, config, renumber);
      } catch (error) {
        await media.discard();
        throw error;
      }
      await media.place();
      return { manifest, media: media.files };
    } finally {
      unlock();
    }
  } finally {
    backup.close();
  }
}
