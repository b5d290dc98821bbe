import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Exchange {
  socket: Socket;
  answer: ServerResponse;
}

const watched = new WeakMap<Socket, Set<() => void>>();

/** Calls back once. Answers that wait behind an unfinished one end without a word. Answers how to stop listening. */
export function onConnectionEnd(socket: Socket, callback: () => void): () => void {
  if (socket.destroyed) {
    callback();
    return () => {};
  }
  const callbacks = watched.get(socket) ?? new Set();
  if (!watched.has(socket)) {
    watched.set(socket, callbacks);
    // One listener, however many requests a connection carries.
    socket.once('close', () => {
      for (const each of [...callbacks]) each();
    });
  }
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/** Calls back once: when the handler says so, when the answer has ended, or when the client has gone. */
export function onceDone({ socket, answer }: Exchange, callback: () => void): () => void {
  let isDone = false;
  let stop = () => {};
  const leave = () => {
    if (isDone) return;
    isDone = true;
    stop();
    callback();
  };
  stop = onConnectionEnd(socket, leave);
  answer.once('close', leave);
  return leave;
}
