import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ArchiveEntry {
  name: string;
  /** Pictures and videos are as small as they get. */
  compress: boolean;
  /** Asked when its turn has come; null for what has gone meanwhile, which is left empty. */
  open(): Promise<Readable | null>;
}

/** A zip archive made while it is read; an entry that fails breaks off the stream, so no half archive looks whole. */
export function archiveOf(entries: readonly ArchiveEntry[], mtime: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | null = null;
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  stream.once('close', () => current?.destroy());
  for (const { name, compress, open } of entries) {
    zip.addReadStreamLazy(name, { mtime, compress }, (give) => {
      open().then((opened) => {
        current = opened ?? Readable.from([]);
        current.once('error', fail);
        if (stream.destroyed) current.destroy();
        else give(null, current);
      }, fail);
    });
  }
  zip.end();
  return stream;
}

export async function* jsonList(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row, null, 2)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
