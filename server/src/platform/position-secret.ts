import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'secrets', 'position-secret');

/** Null where there is none: an empty file is what a machine that went down, or a full disk, leaves of one. */
export function readPositionSecret(dataDir: string, configured: string | null): string | null {
  if (configured) return configured;
  const file = fileIn(dataDir);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || null;
}

/** The configured secret, or one made once with mode 0600 in the data directory, which is there as a whole or not at all. */
export function positionSecretIn(dataDir: string, configured: string | null): string {
  const known = readPositionSecret(dataDir, configured);
  if (known !== null) return known;
  const file = fileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(`${file}.unfinished`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.unfinished`, file);
  return secret;
}

/** All that the database knows of the secret. */
export const fingerprintOf = (secret: string) =>
  createHash('sha256').update('dazi position secret\n').update(secret).digest('hex').slice(0, 32);
