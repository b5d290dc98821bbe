import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from './connection.ts';

const longestText = 2000;

function watching(connection: Connection, slow_ms: number, log: Pick<FastifyBaseLogger, 'warn'>): Connection {
  return {
    query(text, parameters, shape) {
      const begun_ms = performance.now();
      const answer = connection.query(text, parameters, shape);
      const look = () => {
        const ms = Math.round(performance.now() - begun_ms);
        if (ms >= slow_ms) log.warn({ ms, statement: text.slice(0, longestText) }, 'slow statement');
      };
      answer.then(look, look);
      return answer;
    },
  };
}

/** Logs what took long, waiting for its turn included: the text of the statement, never what was asked for in it. */
export function loggingSlow<Kind extends Database>(
  database: Kind,
  slow_ms: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Kind {
  if (slow_ms === 0) return database;
  return {
    ...database,
    ...watching(database, slow_ms, log),
    transaction: (work, options) =>
      database.transaction((connection) => work(watching(connection, slow_ms, log)), options),
  } as Kind;
}
