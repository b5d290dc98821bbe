const patience_ms = 500;

/**
 * What Redis is asked while somebody waits: an answer that takes longer than half a second is none. A node that was busy
 * itself first reads what has been answered meanwhile: that is not late.
 */
export async function inTime<Result>(asked: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error('Redis is silent'))), patience_ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
