import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'secrets', 'position-secret');

export function readPositionSecret(dataDir: string, configured: string | null): string | null {
  if (configured) return configured;
  const file = fileIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** The configured secret, or one made once with mode 0600 in the data directory. */
export function positionSecretIn(dataDir: string, configured: string | null): string {
  if (configured) return configured;
  const file = fileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** All that the database knows of the secret. */
export const fingerprintOf = (secret: string) =>
  createHash('sha256').update('dazi position secret\n').update(secret).digest('hex').slice(0, 32);
