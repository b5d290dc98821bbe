import type { Measures } from '../measures.ts';
import type { Connection, Database } from './connection.ts';

/** Measures how transactions wait for a connection, and how many are under way; `size` is how many there may be. */
export function measuring<Kind extends Database>(database: Kind, size: number, measures: Measures): Kind {
  const pool = { size, transactions: 0, waiting: 0, statements: 0 };
  measures.gauge('db_pool', () => ({ state: { ...pool } }));
  const query: Connection['query'] = async (...asked) => {
    pool.statements++;
    try {
      return await database.query(...asked);
    } finally {
      pool.statements--;
    }
  };
  const transaction: Database['transaction'] = async (work, options) => {
    const asked_ms = performance.now();
    let state: 'waiting' | 'transactions' = 'waiting';
    pool.waiting++;
    try {
      return await database.transaction((connection) => {
        pool.waiting--;
        pool.transactions++;
        state = 'transactions';
        measures.observe('db_wait_seconds', (performance.now() - asked_ms) / 1000, {});
        return work(connection);
      }, options);
    } finally {
      pool[state]--;
    }
  };
  return { ...database, query, transaction } as Kind;
}
