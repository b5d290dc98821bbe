import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread of ours. `source` is the address of its TypeScript file; the build lays its JavaScript
 * beside the main file, under the same name.
 */
export function startThread(source: URL, options: WorkerOptions): Worker {
  if (import.meta.url.endsWith('.ts')) {
    // Threads do not inherit the loader that lets development and tests run TypeScript.
    const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); })`;
    return new Worker(bootstrap, { ...options, eval: true });
  }
  const name = source.pathname.slice(source.pathname.lastIndexOf('/') + 1).replace(/\.ts$/, '.js');
  return new Worker(new URL(`./${name}`, import.meta.url), options);
}
