import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MediaItem } from '@dazi/contract/media/media';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { madeBefore, makeOnce, type Remember } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { FairMutex } from '#platform/mutex.ts';
import { StorageUnavailable } from '#platform/storage/file-storage.ts';
import { prepareFiles } from './cleaning.service.ts';
import * as store from './media.store.ts';
import { itemOf } from './reading-media.service.ts';
import { attachMedia, discardMedia } from './stored-media.service.ts';
import { type Part, partStarts, type UploadKind } from './uploads.rules.ts';

/** Files of one person that are under way in parts at once; beginning another gives up the oldest. */
const openOfOne = 2;
/** What these may be together; one alone may be larger. */
const openOfOne_bytes = uploadLimits.unattached_megabytes * 1024 * 1024;

/** Parts lie in the storage, since the last may come to another node. How many are open, each node counts alone. */
export class PartedUploads {
  readonly #deps: Deps;
  readonly #whole = new FairMutex();
  readonly #open = new Map<string, Map<string, number>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Null but for the last part, which answers what `use` makes of the file. Parts stay until that worked, so that it
   * may come again. UPLOAD_INCOMPLETE when parts are missing or this one is of a file of another size.
   */
  async add<Result>(
    actor: Actor,
    part: Part,
    bytes: Buffer,
    use: (whole: Buffer) => Promise<Result>,
  ): Promise<Result | null> {
    const name = nameOf(actor, part);
    await this.#begin(actor.id, name, part.total);
    await this.#deps.files.write(keyOf(name, part.first), bytes);
    if (!part.isLast) return null;
    // Whole files are large: one at a time, however many end at once.
    const result = await this.#whole.runExclusive(actor.id, async () =>
      use(await this.#assembled(name, part.total)),
    );
    await this.forget(actor, part);
    return result;
  }

  /** Removes what is kept of an upload. */
  async forget(actor: Actor, part: Part): Promise<void> {
    const name = nameOf(actor, part);
    const own = this.#open.get(actor.id);
    own?.delete(name);
    if (own?.size === 0) this.#open.delete(actor.id);
    await this.#remove(name, part.total);
  }

  async #assembled(name: string, total: number): Promise<Buffer> {
    const found: Buffer[] = [];
    for (const first of partStarts(total)) {
      const file = await this.#deps.files.find(keyOf(name, first));
      const bytes = await file?.open();
      if (!bytes) throw new AppError('UPLOAD_INCOMPLETE');
      found.push(await buffer(bytes).catch(brokeOff));
    }
    const whole = Buffer.concat(found);
    if (whole.length !== total) throw new AppError('UPLOAD_INCOMPLETE');
    return whole;
  }

  async #begin(userId: string, name: string, total: number) {
    const own = this.#open.get(userId) ?? new Map<string, number>();
    this.#open.set(userId, own);
    const known = own.get(name);
    if (known !== undefined && known !== total) throw new AppError('UPLOAD_INCOMPLETE');
    if (known !== undefined) return;
    own.set(name, total);
    for (const [oldest, size] of own) {
      const sum = [...own.values()].reduce((all, each) => all + each, 0);
      if (own.size <= openOfOne && (own.size === 1 || sum <= openOfOne_bytes)) break;
      own.delete(oldest);
      await this.#remove(oldest, size);
    }
  }

  async #remove(name: string, total: number) {
    for (const first of partStarts(total)) await this.#deps.files.remove(keyOf(name, first));
  }
}

function brokeOff(cause: unknown): never {
  throw new StorageUnavailable('A part of an upload could not be read', { cause });
}

const nameOf = (actor: Actor, { uploadId }: Part): string =>
  createHash('sha256').update(`${actor.id} ${uploadId}`).digest('hex').slice(0, 32);

const keyOf = (name: string, first: number) => `parts/${name}/${first}`;

/** What came of an upload in parts that ended already; null where none did, or where it is gone or shown since. */
export async function endedUpload(deps: Deps, actor: Actor, uploadId: string): Promise<MediaItem | null> {
  const mediaId = await madeBefore(deps, actor, 'upload', uploadId);
  return mediaId === null ? null : waitingUpload(deps, actor, mediaId);
}

async function waitingUpload(deps: Deps, actor: Actor, mediaId: string): Promise<MediaItem | null> {
  const [row] = await store.findUploads(deps.db, actor.id, [mediaId]);
  return row ? itemOf(row) : null;
}

/**
 * Null but for the last part, which answers the file however often it comes: an answer may be lost, and another try may
 * begin while the first is still at work. The errors of `PartedUploads.add` and `storeUpload`.
 */
export async function addPart(
  deps: Deps,
  parted: PartedUploads,
  actor: Actor,
  part: Part,
  bytes: Buffer,
  keep: (whole: Buffer, remember: Remember) => Promise<MediaItem>,
): Promise<MediaItem | null> {
  return makeOnce<MediaItem | null>(deps, actor, 'upload', part.isLast ? part.uploadId : undefined, {
    make: (remember) => parted.add(actor, part, bytes, (whole) => keep(whole, remember)),
    async known(mediaId) {
      const ended = await waitingUpload(deps, actor, mediaId);
      if (!ended) throw new AppError('NOT_FOUND');
      await parted.forget(actor, part);
      return ended;
    },
  });
}

/** Checks and keeps a file: it belongs to whoever uploaded it until a message or a post shows it. */
export async function storeUpload(
  deps: Deps,
  actor: Actor,
  kind: UploadKind,
  file: { bytes: Buffer; poster: Buffer | null },
  remember: Remember = async () => {},
): Promise<MediaItem> {
  const prepared = await prepareFiles(deps, actor.id, 'upload', [() => file]);
  const { row } = prepared[0]!;
  try {
    if (row.type !== kind) throw new AppError('UPLOAD_TYPE');
    await deps.transact(async (inner) => {
      await attachMedia(inner, actor, prepared);
      await remember(inner, row.id);
    });
  } catch (error) {
    await discardMedia(deps, prepared);
    throw error;
  }
  return itemOf(row);
}
