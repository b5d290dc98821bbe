import type { exportAccount } from '@dazi/contract/identity/identity';
import { expectedBytesHeader } from '@dazi/contract/identity/identity.rules';
import { useSyncExternalStore } from 'react';
import { ApiError, refusalOf } from '#platform/api.ts';

export type Download =
  | { state: 'idle' }
  | { state: 'running'; received_bytes: number; expected_bytes: number }
  | { state: 'done' }
  | { state: 'failed'; error: unknown };

const fileName = 'dazi-data.zip';
/** The browser has taken the file over long before. */
const forgetAfter_ms = 60_000;
/** Every archive ends with this record; one that was cut off does not. */
const end = { signature: [0x50, 0x4b, 0x05, 0x06], length: 22 };

let download: Download = { state: 'idle' };
let stop: AbortController | null = null;
const listeners = new Set<() => void>();

function become(next: Download): void {
  download = next;
  for (const listener of listeners) listener();
}

/** It goes on while the dialog that began it is closed. */
export function useDownload(): Download {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => download,
  );
}

export function cancelDownload(): void {
  stop?.abort();
}

const archivePath: (typeof exportAccount)['path'] = '/api/account/export';

async function fetchArchive(signal: AbortSignal): Promise<Blob> {
  const response = await fetch(archivePath, { credentials: 'same-origin', signal });
  if (!response.ok || !response.body) throw await refusalOf(response);
  const expected_bytes = Number(response.headers.get(expectedBytesHeader) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received_bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array<ArrayBuffer>);
    received_bytes += value.length;
    become({ state: 'running', received_bytes, expected_bytes });
  }
  const archive = new Blob(parts, { type: 'application/zip' });
  const tail = new Uint8Array(await archive.slice(-end.length).arrayBuffer());
  if (!end.signature.every((byte, index) => tail[index] === byte)) {
    throw new ApiError('NETWORK', 'Network error');
  }
  return archive;
}

function saveFile(archive: Blob): void {
  const url = URL.createObjectURL(archive);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), forgetAfter_ms);
}

/** Fetches the archive and hands it to the browser; `onDone` is called when it has arrived whole. */
export async function startDownload(onDone: () => void): Promise<void> {
  if (stop) return;
  const own = new AbortController();
  stop = own;
  become({ state: 'running', received_bytes: 0, expected_bytes: 0 });
  try {
    saveFile(await fetchArchive(own.signal));
    become({ state: 'done' });
    onDone();
  } catch (error) {
    if (own.signal.aborted) become({ state: 'idle' });
    else {
      const known = error instanceof ApiError ? error : new ApiError('NETWORK', 'Network error');
      become({ state: 'failed', error: known });
    }
  } finally {
    stop = null;
  }
}
