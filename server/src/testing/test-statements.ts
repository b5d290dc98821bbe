import type { Connection, Database } from '../platform/database/connection.ts';

/** A database that notes every statement sent to it, those of transactions included; asked as a cluster is, if told so. */
export function noting(
  database: Database,
  isCluster = database.isCluster ?? false,
): { database: Database; statements: string[] } {
  const statements: string[] = [];
  const noted = (connection: Connection): Connection => ({
    isCluster,
    query(text, parameters, shape) {
      statements.push(text);
      return connection.query(text, parameters, shape);
    },
  });
  return {
    statements,
    database: {
      kind: database.kind,
      ...noted(database),
      script: (text) => database.script(text),
      transaction: (work) => database.transaction((connection) => work(noted(connection))),
      close: () => database.close(),
    },
  };
}
