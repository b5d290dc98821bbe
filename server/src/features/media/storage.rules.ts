import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';

const megabyte = 1024 * 1024;

export interface Stored {
  /** Uploads that nothing shows yet. */
  waitingFiles: number;
  waitingBytes: number;
  /** All of it but what was taken away and is held for a report. */
  bytes: number;
  /** Of what was taken away. */
  sealedBytes: number;
}

/** Why somebody may not store so much more, of which `waiting` is to be shown later; null when they may. */
export function storageRefusal(
  stored: Stored,
  { createdAt }: { createdAt: Date },
  more: { bytes: number; waiting: { files: number; bytes: number } },
  now: Date,
): 'UPLOADS_WAITING' | 'STORAGE_USED_UP' | null {
  const { unattached_files, unattached_megabytes, stored_megabytes } = uploadLimits;
  const { files, bytes } = more.waiting;
  const waitingBytes = stored.waitingBytes + bytes;
  const isTooMuch = stored.waitingFiles > 0 && waitingBytes > unattached_megabytes * megabyte;
  if (files > 0 && (stored.waitingFiles + files > unattached_files || isTooMuch)) return 'UPLOADS_WAITING';
  const isNew = now.getTime() - createdAt.getTime() < newcomerBudgets.week_ms;
  const most = (isNew ? stored_megabytes.week : stored_megabytes.later) * megabyte;
  // What is taken away makes room, but not without end: it is kept for some days more.
  const kept = stored.bytes + stored.sealedBytes + more.bytes;
  return stored.bytes + more.bytes > most || kept > 2 * most ? 'STORAGE_USED_UP' : null;
}
