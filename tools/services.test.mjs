import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from './services.mjs';

const many = 400;

/** @param {number} count */
const askFor = async (count) => {
  /** @type {number[]} */
  const ports = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
};

test('no process is given the same port twice, nor one that another process keeps', async () => {
  const own = await askFor(many);
  const services = JSON.stringify(join(import.meta.dirname, 'services.mjs'));
  const ask = `import { freePort } from ${services};
    const ports = [];
    while (ports.length < ${many}) ports.push(await freePort());
    console.log(JSON.stringify(ports));`;
  const other = spawnSync(process.execPath, ['--input-type=module', '--eval', ask], { encoding: 'utf8' });
  const all = [...own, ...JSON.parse(other.stdout)];
  expect(new Set(all).size).toBe(2 * many);
});
