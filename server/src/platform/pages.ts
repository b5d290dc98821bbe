const pageSize = 500;
const batchSize = 200;

/** The rows of a long list, read page by page: `key` of the last row says where the next page begins. */
export async function* rowsInPages<Row extends object>(
  read: (after: string, limit: number) => Promise<Row[]>,
  key: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await read(after, pageSize);
    yield* rows;
    if (rows.length < pageSize) return;
    after = key(rows.at(-1)!);
  }
}

export async function* rowsAtOnce<Row extends object>(read: () => Promise<Row[]>): AsyncGenerator<Row> {
  yield* await read();
}

/** Does something to a batch at a time until a batch comes back empty. */
export async function untilNoneIsLeft(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(batchSize)) > 0);
}
