import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Database } from './database/connection.ts';
import { fingerprintOf, positionSecretIn, readPositionSecret } from './position-secret.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dazi-secret-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the position secret (decision P)', () => {
  test('is made once, long, and readable by nobody else', () => {
    const secret = positionSecretIn(directory, null);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(positionSecretIn(directory, null)).toBe(secret);
    const file = join(directory, 'secrets', 'position-secret');
    expect(readFileSync(file, 'utf8')).toBe(secret);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('of a file that was cut off is none, and made anew for a database that knows none', () => {
    const file = join(directory, 'secrets', 'position-secret');
    mkdirSync(join(directory, 'secrets'));
    writeFileSync(file, '');
    expect(readPositionSecret(directory, null)).toBe(null);
    const secret = positionSecretIn(directory, null);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(readPositionSecret(directory, null)).toBe(secret);
    expect(readdirSync(join(directory, 'secrets'))).toEqual(['position-secret']);
  });

  test('is the configured one where there is one', () => {
    expect(positionSecretIn(directory, 'a configured secret')).toBe('a configured secret');
  });

  test('cannot be read from what the database keeps', () => {
    const secret = positionSecretIn(directory, null);
    expect(fingerprintOf(secret)).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprintOf(secret)).not.toBe(fingerprintOf(`${secret}!`));
  });

  test('another one is refused for a database that knows one', async () => {
    const database = await openTestDatabase();
    const staying: Database = { ...database, close: async () => {} };
    const start = (secret: string) => startTestApp({ POSITION_SECRET: secret }, {}, async () => staying);
    const first = 'the first secret, long enough for anybody';
    await (await start(first)).close();
    await (await start(first)).close();
    await expect(start('another secret, long enough for anybody')).rejects.toThrow(
      'POSITION_SECRET: this database was used with another position secret. Start with that one:',
    );
    const stored = JSON.stringify(await database.query('SELECT * FROM installation', [], 'arrays'));
    expect(stored).toContain(fingerprintOf(first));
    expect(stored).not.toContain(first);
    await database.close();
  });
});
