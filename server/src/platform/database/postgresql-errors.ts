import { DatabaseGone } from './connection.ts';

/**
 * 25006 is a server that only reads: another one has taken its place. 25P03 and 25P04 end a connection whose transaction
 * stood still or went on for too long, as after a pause of the whole process, with whatever statement was on its way.
 */
const lostConnection = /^(CONNECT|ECONN|EHOST|ENET|ENOTFOUND|EPIPE|ETIMEDOUT|57P0|08|53300|25006|25P0[34])/;
/** What a cluster says, without a code of its own, when one of its servers goes away under a statement. */
const lostWorker = /^failure on connection marked as essential/;
/** Of these, what ends the connection under a transaction. */
const closedConnection = /^(CONNECTION_|ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|57P0|25P0[34])/;

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

/** Whether the connection went with it. */
export function isClosed(error: unknown): boolean {
  const { cause } = error as Error;
  return closedConnection.test(codeOf(error)) || (cause instanceof Error && isClosed(cause));
}

/** What the driver or the server says, as callers know it: DatabaseGone where nobody answers, else with its constraint. */
export function translated(error: unknown): unknown {
  const { code, constraint_name, message } = error as Error & { code?: string; constraint_name?: string };
  if (code && (lostConnection.test(code) || lostWorker.test(message)))
    return new DatabaseGone('PostgreSQL does not answer', { cause: error });
  if (constraint_name) Object.assign(error as object, { constraint: constraint_name });
  return error;
}
