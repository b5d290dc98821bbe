import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** A new database on a PostgreSQL server made for tests; it goes with the server. */
export async function makeTestDatabase(superuserUrl: string): Promise<string> {
  const name = `dazi_${randomBytes(6).toString('hex')}`;
  const client = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  await client.unsafe(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  return url.href;
}
