import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../config.ts';
import { type FileStorage, isStorageKey, StorageUnavailable } from './file-storage.ts';
import { listedIn } from './s3-listing.ts';

const retries = 2;
const firstWait_ms = 100;
/** For all tries together, until the answer begins. */
const patience_ms = 10_000;
/** More of it for what has to be sent first: a line of 8 Mbit/s. */
const sent_bytesPerMs = 1000;
/** How long a signed address may be used. */
const address_s = 60;
/** Smaller files are sent by this server: they cost a browser less than another address. */
const redirectedFrom_bytes = 1024 * 1024;
/** How long what the bucket said of itself is believed. */
const believed_ms = 10_000;

export interface S3Storage extends FileStorage {
  /** What the bucket answers to being asked for: 200, 403, 404, ... Throws StorageUnavailable when it does not. */
  bucketStatus(): Promise<number>;
}

interface Asked {
  method?: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  body?: Uint8Array;
  headers?: Record<string, string>;
  tries?: number;
}

function addressIn(bucket: string, key: string): string {
  if (!isStorageKey(key)) throw new Error('Not a storage key');
  return `${bucket}/${key}`;
}

export function s3Storage(settings: S3Settings): S3Storage {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const bucket = `${settings.endpoint}/${settings.bucket}`;
  let looked: { at: number; isFine: Promise<boolean> } | null = null;

  const address = (key: string) => addressIn(bucket, key);

  /** The answer where it is one of these; every other one is none. */
  async function ask(url: string, expected: readonly number[], asked: Asked = {}): Promise<Response> {
    const { tries = retries + 1, ...init } = asked;
    const signal = AbortSignal.timeout(patience_ms + Math.ceil((init.body?.length ?? 0) / sent_bytesPerMs));
    let why = '';
    for (let attempt = 0; attempt < tries && !signal.aborted; attempt++) {
      if (attempt > 0) await wait(firstWait_ms * 3 ** (attempt - 1));
      const answer = await begun(url, init, signal).catch((error: Error) => reasonOf(error));
      if (answer instanceof Response) {
        if (expected.includes(answer.status)) return answer;
        await answer.body?.cancel();
        why = `answered ${answer.status}`;
        if (answer.status < 500 && answer.status !== 429) break;
      } else why = answer;
    }
    throw new StorageUnavailable(`S3 ${why} (${init.method ?? 'GET'})`);
  }

  /** Signed anew for each try. What limits the answer ends when it begins: a film may take its time. */
  async function begun(url: string, init: Omit<Asked, 'tries'>, signal: AbortSignal): Promise<Response> {
    const beginning = new AbortController();
    const abort = () => beginning.abort(signal.reason);
    signal.addEventListener('abort', abort);
    // It may have been over before anybody listened.
    if (signal.aborted) abort();
    try {
      return await client.fetch(url, { ...init, signal: beginning.signal } as RequestInit);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async function open(key: string, range?: { start: number; end: number }): Promise<Readable | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await ask(address(key), [range ? 206 : 200, 404], { headers });
    if (answer.status !== 404) {
      return answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]);
    }
    await answer.body?.cancel();
    return null;
  }

  async function signedAddress(key: string, contentType: string, disposition?: string): Promise<string> {
    const url = new URL(address(key));
    url.searchParams.set('X-Amz-Expires', String(address_s));
    url.searchParams.set('response-content-type', contentType);
    url.searchParams.set('response-cache-control', 'private, no-store');
    if (disposition) url.searchParams.set('response-content-disposition', disposition);
    return (await client.sign(url.href, { method: 'GET', aws: { signQuery: true } })).url;
  }

  const bucketStatus = async () =>
    (await ask(bucket, [200, 301, 400, 403, 404], { method: 'HEAD', tries: 1 })).status;

  return {
    bucketStatus,
    async write(key, bytes) {
      // The digest is signed: what arrives otherwise is refused there.
      const digest = createHash('sha256').update(bytes).digest('hex');
      const headers = { 'x-amz-content-sha256': digest, 'content-type': 'application/octet-stream' };
      const answer = await ask(address(key), [200], { method: 'PUT', body: bytes, headers });
      await answer.body?.cancel();
    },
    async find(key) {
      const answer = await ask(address(key), [200, 404], { method: 'HEAD' });
      if (answer.status === 404) return null;
      const size = Number(answer.headers.get('content-length'));
      const isElsewhere = settings.redirects && size > redirectedFrom_bytes;
      return {
        size,
        open: (range) => open(key, range),
        address: isElsewhere
          ? ({ contentType, disposition }) => signedAddress(key, contentType, disposition)
          : null,
      };
    },
    async remove(key) {
      const answer = await ask(address(key), [200, 204, 404], { method: 'DELETE' });
      await answer.body?.cancel();
    },
    async *olderThan(instant) {
      for (let from: string | null = ''; from !== null; ) {
        const url = new URL(bucket);
        url.searchParams.set('list-type', '2');
        if (from) url.searchParams.set('continuation-token', from);
        const page = listedIn(await (await ask(url.href, [200])).text());
        for (const { key, size, modifiedAt } of page.files) {
          if (modifiedAt < instant && isStorageKey(key)) yield { key, size };
        }
        from = page.next;
      }
    },
    identity: async () => `bucket ${bucket}`,
    async isWritable() {
      const at = performance.now();
      if (!looked || at - looked.at >= believed_ms) {
        const status = bucketStatus().catch(() => null);
        looked = { at, isFine: status.then((said) => said === 200) };
      }
      return looked.isFine;
    },
    // A bucket takes what it is given.
    freeShare: async () => 1,
  };
}

/** What stands behind "fetch failed". */
function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'did not answer in time';
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return `cannot be reached: ${code ?? message}`;
}
