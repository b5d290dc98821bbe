import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from './connection.ts';

const longestText = 2000;

type Heard = (text: string, ms: number) => void;

function watching(connection: Connection, heard: Heard): Connection {
  return {
    isCluster: connection.isCluster ?? false,
    query(text, parameters, shape) {
      const begun_ms = performance.now();
      const answer = connection.query(text, parameters, shape);
      const look = () => heard(text, performance.now() - begun_ms);
      answer.then(look, look);
      return answer;
    },
  };
}

/** The text of the statement, never what was asked for in it. */
export function loggingSlow<Kind extends Database>(
  database: Kind,
  slow_ms: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Kind {
  if (slow_ms === 0) return database;
  const heard: Heard = (text, ms) => {
    if (ms >= slow_ms)
      log.warn({ ms: Math.round(ms), statement: text.slice(0, longestText) }, 'slow statement');
  };
  if (database.watch) {
    database.watch(heard);
    return database;
  }
  return {
    ...database,
    ...watching(database, heard),
    transaction: (work, options) =>
      database.transaction((connection) => work(watching(connection, heard)), options),
  } as Kind;
}
