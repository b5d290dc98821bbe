import type { Connection } from '../database/connection.ts';
import type { Contents } from './contents.store.ts';

/** The last file of a backup: what the others should be. */
export interface Manifest extends Contents {
  format: 1;
  version: string;
  createdAt: string;
  engine: 'embedded' | 'postgresql';
  /** Of the secret that positions were shifted with, which is in no backup. */
  secretFingerprint: string | null;
  database: { bytes: number; sha256: string };
  /** Null where they were left out. */
  media: { files: number; bytes: number } | null;
  /** The bucket where they stayed. */
  mediaStayIn?: string | undefined;
}

export const manifestName = 'manifest.json';
export const databaseNames = { embedded: 'database.tar.gz', postgresql: 'database.dump' } as const;
export const mediaFolder = 'media/';

/** Gives what counts by the numbers of another database's transactions numbers that hold here. */
export type Renumber = (database: Connection) => Promise<void>;

export interface Installation {
  migrationsDirectory: string;
  renumber: Renumber;
}

/** A sentence for whoever runs a command; everything else is a fault of ours and shows where it came from. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
