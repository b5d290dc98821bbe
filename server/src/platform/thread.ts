import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type * as Esbuild from 'esbuild';

/** Starts a thread; `source` is its TypeScript file, beside whose name the build lays the JavaScript. */
export function startThread(source: URL, options: WorkerOptions): Worker {
  const name = source.pathname.slice(source.pathname.lastIndexOf('/') + 1).replace(/\.ts$/, '.js');
  if (import.meta.url.endsWith('.ts')) return new Worker(builtFromSource(source, name), options);
  return new Worker(new URL(`./${name}`, import.meta.url), options);
}

const built = new Map<string, string>();

/** Threads do not inherit the loader of development and tests, and starting it anew takes long: built when wanted. */
function builtFromSource(source: URL, name: string): string {
  const known = built.get(name);
  if (known) return known;
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild;
  const [code] = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    packages: 'external',
    // The contract is a package of ours, in TypeScript.
    alias: { '@dazi/contract': join(import.meta.dirname, '..', '..', '..', 'contract', 'src') },
    platform: 'node',
    format: 'esm',
    write: false,
  }).outputFiles;
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'threads');
  const path = join(folder, name.replace(/\.js$/, '.mjs'));
  mkdirSync(folder, { recursive: true });
  // Several processes may do the same at once.
  writeFileSync(`${path}.${process.pid}`, code!.contents);
  renameSync(`${path}.${process.pid}`, path);
  built.set(name, path);
  return path;
}
