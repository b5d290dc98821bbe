import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

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
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', (asked) => {
      if (asked.toString() !== 'dump\n') return socket.destroy();
      dump().then(
        (bytes) => socket.end(bytes),
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
        rmSync(path, { force: true });
      }),
  };
}

/** The database of a server that runs, as an archive; null where none answers. */
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
  return socket;
}
