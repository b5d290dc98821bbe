import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { makeServer } from './server.ts';

const answer_bytes = 64 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'x');

let server: Awaited<ReturnType<typeof makeServer>>;

async function* manyChunks() {
  for (let sent = 0; sent < answer_bytes; sent += chunk.length) yield chunk;
}

async function connected(): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

beforeEach(async () => {
  server = await makeServer(readConfig({}), { write: () => {} });
  server.get('/large', (_request, reply) =>
    reply.header('content-length', answer_bytes).send(Readable.from(manyChunks())),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

test('a stop waits for an answer on its way, and then not for its connection', async () => {
  const socket = await connected();
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  let received = first.length;
  socket.on('data', (data: Buffer) => {
    received += data.length;
  });
  socket.pause();
  // What the server has sent may still be on its way when it has ended.
  const ended = once(socket, 'close');
  const closed = server.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.resume();
  await Promise.all([closed, ended]);
  expect(received).toBeGreaterThan(answer_bytes);
});

test('a stop does not wait for a connection that never carried a request', async () => {
  await connected();
  await server.close();
});
