import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/services.mjs';
import { repository, startProduct, stopped, untilUp } from './product.ts';

/**
 * How long after its command the built product answers with its first page: on an empty data directory, and started
 * again on it. Beside it a Node server that answers one word, and another version, if one is named.
 *
 *   [BEFORE=/another/built/checkout] node --import tsx bench/cold-start.ts [starts]
 */
const starts = Number(process.argv[2] ?? 10);
const before = process.env.BEFORE;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function startOfProduct(dataDir: string, checkout = repository): Promise<number> {
  const begun = performance.now();
  const product = await startProduct({ DATA_DIR: dataDir }, '/', checkout);
  const taken_ms = performance.now() - begun;
  await product.stop();
  return taken_ms;
}

async function startOfBareServer(): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const code = `require('node:http').createServer((_, answer) => answer.end('Hello')).listen(${port}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  await untilUp(child, async () => (await fetch(`http://127.0.0.1:${port}`)).ok);
  const taken_ms = performance.now() - begun;
  await stopped(child);
  return taken_ms;
}

function summary(taken_ms: number[]): string {
  const sorted = taken_ms.map(Math.round).sort((one, other) => one - other);
  return `median ${sorted[sorted.length >> 1]} ms, ${sorted[0]} to ${sorted.at(-1)} ms`;
}

const dataDir = mkdtempSync(join(tmpdir(), 'dazi-bench-'));
const dataDirBefore = mkdtempSync(join(tmpdir(), 'dazi-bench-'));
try {
  print(`on an empty data directory   ${Math.round(await startOfProduct(dataDir))} ms`);
  if (before)
    print(`the same before              ${Math.round(await startOfProduct(dataDirBefore, before))} ms`);
  const product: number[] = [];
  const productBefore: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < starts; turn++) {
    product.push(await startOfProduct(dataDir));
    if (before) productBefore.push(await startOfProduct(dataDirBefore, before));
    bare.push(await startOfBareServer());
  }
  print(`started again                ${summary(product)}`);
  if (before) print(`started again before         ${summary(productBefore)}`);
  print(`a bare Node server           ${summary(bare)}`);
} finally {
  for (const each of [dataDir, dataDirBefore]) rmSync(each, { recursive: true, force: true });
}
