import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { OperatorError } from './manifest.ts';

/** Longer addresses of sockets are cut off by the system. */
const longestPath_bytes = 100;

export const socketPathIn = (dataDir: string) => join(dataDir, 'operator.sock');

/** A server that holds the embedded database gives a copy of it to whoever may read its data directory. */
export function listenToOperator(
  dataDir: string,
  dump: () => Promise<Buffer>,
  log: { warn(message: string): void },
): { close(): Promise<void> } {
  const path = socketPathIn(dataDir);
  if (Buffer.byteLength(path) > longestPath_bytes || process.platform === 'win32') {
    log.warn('DATA_DIR has too long a path for a socket: stop the server to back it up');
    return { close: async () => {} };
  }
  rmSync(path, { force: true });
  const asking = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    asking.add(socket);
    socket.once('close', () => asking.delete(socket));
    socket.on('error', () => {});
    socket.once('data', (asked) => {
      if (asked.toString() !== 'dump\n') return socket.destroy();
      dump().then(
        (bytes) => {
          socket.write(lengthOf(bytes));
          socket.end(bytes);
        },
        () => socket.destroy(),
      );
    });
  });
  server.on('error', () => log.warn('nobody can ask for a backup while the server runs'));
  // Between making it and narrowing it nobody else may connect.
  const before = process.umask(0o177);
  server.listen(path, () => chmodSync(path, 0o600));
  process.umask(before);
  server.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of asking) socket.destroy();
        rmSync(path, { force: true });
      }),
  };
}

/** Before the bytes stands how many they are: one that is cut off on its way ends like any other. */
function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeBigUInt64BE(BigInt(bytes.length));
  return length;
}
const lengthBytes = 8;

async function* wholeDump(socket: Socket): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let missing: bigint | null = null;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let bytes = chunk;
    if (missing === null) {
      head = Buffer.concat([head, chunk]);
      if (head.length < lengthBytes) continue;
      missing = head.readBigUInt64BE();
      bytes = head.subarray(lengthBytes);
    }
    missing -= BigInt(bytes.length);
    yield bytes;
  }
  if (missing !== 0n)
    throw new OperatorError('The server stopped while it gave its database. Make the backup again.');
}

/** The database of a server that runs, as an archive; null where none answers. Fails when it does not come whole. */
export async function askForDump(dataDir: string): Promise<Readable | null> {
  const path = socketPathIn(dataDir);
  if (!existsSync(path)) return null;
  const socket = createConnection(path);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
  } catch {
    return null;
  }
  socket.write('dump\n');
  return Readable.from(wholeDump(socket));
}
