import { logFailure } from '#platform/failures.ts';
import { readStored, type Staying, stored } from '#platform/storage.ts';

/**
 * Files that somebody chose and did not send: too large for what keeps their words, and kept for the same person just as
 * long. Storage may be full or forbidden: then they stay as long as the page.
 */
const databaseName = 'dazi.words';
const storeName = 'files';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Drafts are in use'));
  });
}

/** One after the other, so that what was kept last stays. */
let latest: Promise<unknown> = Promise.resolve();

function within<Result>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<Result> | null,
): Promise<Result | null> {
  const run = async () => {
    const database = await opened();
    try {
      return await new Promise<Result | null>((resolve, reject) => {
        const transaction = database.transaction(storeName, mode);
        const request = work(transaction.objectStore(storeName));
        transaction.oncomplete = () => resolve(request ? request.result : null);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  };
  const done = latest.then(run, run);
  latest = done.catch(() => {});
  return done;
}

const failed = (error: unknown) => {
  logFailure(new Error('A draft was not kept', { cause: error }));
  return null;
};

/** Where nothing is kept of a site even the question may be refused. */
const isAvailable = () => {
  try {
    return !!indexedDB;
  } catch {
    return false;
  }
};
const keyOf = (userId: string, place: string) => `${place}.${userId}`;

/** The database goes as a whole: where nothing is kept there is none. */
function removed(): Promise<void> {
  const remove = () =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(databaseName);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
      // Another tab has it open for a moment; it goes when that one is done.
      request.onblocked = () => resolve();
    });
  const done = latest.then(remove, remove);
  latest = done.catch(() => {});
  return done;
}

/** Keeps the files of a draft, in place of those that were; only of whoever is signed in here, in whatever tab. */
export async function keepFiles(userId: string, place: string, files: readonly object[]): Promise<void> {
  if (!isAvailable() || readStored(stored.user)?.id !== userId) return;
  const key = keyOf(userId, place);
  await within('readwrite', (kept) => {
    if (files.length === 0) kept.delete(key);
    else kept.put([...files], key);
    return null;
  }).catch(failed);
}

export async function keptFiles(userId: string, place: string): Promise<readonly unknown[]> {
  if (!isAvailable()) return [];
  const found = await within<unknown>('readonly', (kept) => kept.get(keyOf(userId, place))).catch(failed);
  return Array.isArray(found) ? found : [];
}

/** As what else this device keeps of whoever was here. */
export async function forgetFiles(staying: Staying): Promise<void> {
  if (!isAvailable() || staying === 'words') return;
  if (staying === null) {
    await removed().catch(failed);
    return;
  }
  await within('readwrite', (kept) => {
    const request = kept.openKeyCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (!String(cursor.key).endsWith(`.${staying.wordsOf}`)) kept.delete(cursor.key);
      cursor.continue();
    };
    return null;
  }).catch(failed);
}
