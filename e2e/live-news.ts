/** News come by the stream, without a reload. A busy machine takes its time. */
export const live = { timeout: 30_000 };
