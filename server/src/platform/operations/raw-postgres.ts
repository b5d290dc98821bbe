import type postgres from 'postgres';
import type { Connection } from '../database/connection.ts';

/** A client of the driver as what stores ask; values as the driver reads them. */
export const connectionOn = (handle: postgres.Sql | postgres.TransactionSql): Connection => ({
  async query(text, parameters, shape) {
    const pending = handle.unsafe(text, parameters as never[]);
    return shape === 'arrays' ? [...(await pending.values())] : [...(await pending)];
  },
});
