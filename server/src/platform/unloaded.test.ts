import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const built = join(import.meta.dirname, '..', '..', 'dist');
const files = readdirSync(built).filter((name) => name.endsWith('.js'));
const importing = (what: RegExp) =>
  files.filter((name) => what.test(readFileSync(join(built, name), 'utf8')));

test.each([
  ['figures', /from "prom-client"/, 'metrics'],
  ['mail', /from "nodemailer"/, 'mail'],
  ['Redis', /from "ioredis"/, 'redis'],
  ['NATS', /from "@nats-io\//, 'nats-channel'],
])('what %s need is in no file that a start reads without them', (_what, library, part) => {
  expect(importing(library)).toEqual([expect.stringMatching(new RegExp(`^${part}-`))]);
  expect(importing(new RegExp(`from "\\./${part}-`))).toEqual([]);
});
