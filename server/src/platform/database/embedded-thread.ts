import { startThread } from '../thread.ts';
import { DatabaseGone } from './connection.ts';
import type { Engine, EngineCall, EngineStart } from './embedded-engine.ts';

export type ThreadRequest = { id: number; call: EngineCall | null };
export interface ThreadAnswer {
  id: number;
  result?: unknown;
  error?: { message: string; code?: string; constraint?: string };
}

export async function openEngineInThread(start: EngineStart): Promise<Engine> {
  const worker = startThread(new URL('./embedded-worker.ts', import.meta.url), { workerData: start });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let gone: Error | null = null;

  function lose(reason: Error) {
    gone ??= reason;
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  }
  worker.on('error', (error) => lose(new DatabaseGone('The embedded database stopped', { cause: error })));
  worker.on('exit', () => lose(new DatabaseGone('The embedded database is closed')));
  worker.on('message', ({ id, result, error }: ThreadAnswer) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (error) request?.reject(Object.assign(new Error(error.message), error));
    else request?.resolve(result);
  });

  function send(call: EngineCall | null): Promise<unknown> {
    if (gone) return Promise.reject(gone);
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call } satisfies ThreadRequest);
    });
  }

  await new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));
  return {
    call: send,
    async close() {
      if (!gone) await send(null);
      await worker.terminate();
    },
  };
}
