import type { Config } from '../config.ts';
import { DatabaseGone } from '../database/connection.ts';
import { isFull, lockDirectory } from '../database/directory-lock.ts';
import { readMigrations } from '../database/migrate.ts';
import { fingerprintOf, readPositionSecret } from '../position-secret.ts';
import { BackupFile } from './backup-file.ts';
import { type Installation, type Manifest, OperatorError } from './manifest.ts';
import { restoredDatabase } from './restored-database.ts';
import { restoreMedia } from './restored-media.ts';

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

/** The embedded database does not say why it stopped. */
function asFullDisk(error: unknown, { dataDir, databaseUrl }: Config): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const hasStopped = error instanceof DatabaseGone && databaseUrl === null && isFull(dataDir);
  if (!hasStopped && code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new OperatorError('The disk is full: nothing was brought back. Make room, and run it again.');
}

/** Leaves nothing of one that does not fit; one that was killed may be run again. Throws OperatorError. */
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
    await backup.requireWhole();
    const unlock = lockDirectory(config.dataDir);
    const database = restoredDatabase(config, renumber);
    try {
      await database.requireEmpty();
      const media = await restoreMedia(backup, config).catch((error) => {
        throw asFullDisk(error, config);
      });
      try {
        await database.prepare(backup);
        await database.finish();
      } catch (error) {
        const failed = asFullDisk(error, config);
        await database.discard().catch(() => {});
        await media.discard();
        throw failed;
      }
      await media.finish();
      return { manifest, media: media.files };
    } finally {
      await database.close();
      unlock();
    }
  } finally {
    backup.close();
  }
}
