import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { blobOf, dataUrlOf, ofBrowser, posterOf, recompress, upload } from '#features/media/media.api.ts';
import { ApiError } from '#platform/api.ts';
import { logFailure } from '#platform/failures.ts';
import { localId } from '#platform/local-id.ts';
import { onPersonGone } from '#platform/storage.ts';
import { currentTime } from '#platform/time.ts';
import { isChatVideo } from './chat-files.ts';
import { sendingOf } from './outgoing.ts';
import type { NewMessage } from './replica/own.ts';
import { replicaOf } from './replica/replica-store.ts';

/** What was sent is still shown from here for a moment. */
export const previewRelease_ms = 10_000;

/** `network`: nobody was reached; it goes by itself when the network is back. */
export type FileFailure =
  | { kind: 'upload'; error: unknown }
  | { kind: 'network' }
  | { kind: 'send'; status: string };

export interface QueuedFile {
  /** Also the id of the message that will show it. */
  id: string;
  file: File;
  /** What is uploaded: pictures made small. Null while that goes on. */
  blob: Blob | null;
  /** A data URL of a picture, an object URL of a video. */
  url: string;
  type: 'image' | 'video';
  size: number;
  width: number;
  height: number;
  /** Of a video: a still as data URL, null where this browser could draw none. */
  poster: string | null;
  state: 'preparing' | 'ready' | 'uploading' | 'failed';
  progress: number;
  failure: FileFailure | null;
  /** The address of its upload; null until it is there. */
  address: string | null;
  /** The message that it answers to; it stays so when it is tried again. */
  answers: Answered | null;
}

export type Answered = Pick<NewMessage, 'replyToId' | 'replyTo'>;

export interface SendResult {
  sent: number;
  failed: readonly QueuedFile[];
}

const nothing: readonly QueuedFile[] = [];
const queues = new Map<string, readonly QueuedFile[]>();
const uploads = new Map<string, AbortController>();
const listeners = new Set<() => void>();

function set(conversationId: string, files: readonly QueuedFile[]): void {
  if (files.length === 0) queues.delete(conversationId);
  else queues.set(conversationId, files);
  for (const listener of listeners) listener();
}

export const filesOf = (conversationId: string): readonly QueuedFile[] =>
  queues.get(conversationId) ?? nothing;

function patch(conversationId: string, id: string, change: Partial<QueuedFile>): void {
  set(
    conversationId,
    filesOf(conversationId).map((item) => (item.id === id ? { ...item, ...change } : item)),
  );
}

export function useQueuedFiles(conversationId: string): readonly QueuedFile[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => filesOf(conversationId),
  );
}

/** Takes files that were judged fine; pictures are made small on the way. Gives those that cannot be read. */
export async function addFiles(
  conversationId: string,
  files: readonly File[],
  makeId: () => string = localId,
): Promise<readonly File[]> {
  const items = files.map((file): QueuedFile => {
    const type = isChatVideo(file) ? 'video' : 'image';
    return {
      id: makeId(),
      file,
      blob: type === 'video' ? file : null,
      url: URL.createObjectURL(file),
      type,
      size: file.size,
      width: 0,
      height: 0,
      poster: null,
      state: 'preparing',
      progress: 0,
      failure: null,
      address: null,
      answers: null,
    };
  });
  set(conversationId, [...filesOf(conversationId), ...items]);
  const unreadable: File[] = [];
  for (const item of items) {
    try {
      patch(conversationId, item.id, await (item.type === 'video' ? videoParts(item) : pictureParts(item)));
    } catch (error) {
      logFailure(new Error('Upload failed', { cause: error }));
      unreadable.push(item.file);
      forgetFile(conversationId, item.id);
    }
  }
  return unreadable;
}

async function pictureParts({ file, url }: QueuedFile): Promise<Partial<QueuedFile>> {
  const blob = await recompress(file);
  const data = await dataUrlOf(blob);
  const picture = await loaded(data);
  URL.revokeObjectURL(url);
  return { blob, url: data, size: blob.size, state: 'ready', ...picture };
}

async function videoParts({ file }: QueuedFile): Promise<Partial<QueuedFile>> {
  const poster = await posterOf(file);
  const still = poster ? await loaded(poster) : { width: 320, height: 180 };
  return { poster, state: 'ready', ...still };
}

function loaded(url: string): Promise<{ width: number; height: number }> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight });
    picture.onerror = () => reject(new Error('not a picture'));
    picture.src = url;
  });
}

function release({ url, type }: QueuedFile): void {
  if (type === 'video' || url.startsWith('blob:')) URL.revokeObjectURL(url);
}

/** Takes a file away; one that is on its way is stopped. */
export function removeFile(client: QueryClient, conversationId: string, id: string): void {
  forgetFile(conversationId, id);
  replicaOf(client).dispatch({ kind: 'not uploaded', clientId: id });
}

function forgetFile(conversationId: string, id: string): void {
  uploads.get(id)?.abort();
  uploads.delete(id);
  const item = filesOf(conversationId).find((one) => one.id === id);
  if (!item) return;
  release(item);
  set(
    conversationId,
    filesOf(conversationId).filter((one) => one.id !== id),
  );
}

export function clearFiles(client: QueryClient, conversationId: string): void {
  for (const { id } of filesOf(conversationId)) removeFile(client, conversationId, id);
}

/** Files chosen by somebody who is gone are nobody's; their object URLs end with them. */
onPersonGone(() => {
  for (const [conversationId, files] of [...queues]) {
    for (const { id } of files) forgetFile(conversationId, id);
  }
});

const isToBeSent = ({ state }: QueuedFile) => state === 'ready' || state === 'failed';
/** What failed for want of a network. */
export const waitsForNetwork = ({ state, failure }: QueuedFile) =>
  state === 'failed' && failure?.kind === 'network';

/** Once each file is ready to be sent, or was refused. */
export function prepared(conversationId: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (filesOf(conversationId).some(({ state }) => state === 'preparing')) return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
}

const answersNothing: Answered = { replyToId: null, replyTo: null };

interface Batch {
  which?: (file: QueuedFile) => boolean;
  /** What the first of them answers to. */
  answers?: Answered | null;
}

/** One after the other, so that they stand in the order they were chosen; what fails stays to be tried again. */
export async function sendFiles(
  client: QueryClient,
  conversationId: string,
  userId: string,
  receiverId: string | null,
  uploadPath: string,
  { which = isToBeSent, answers = null }: Batch = {},
): Promise<SendResult> {
  const first = filesOf(conversationId).find(which);
  if (first && answers) patch(conversationId, first.id, { answers });
  const batch = filesOf(conversationId).filter(which);
  const startedAt = new Date(currentTime()).toISOString();
  for (const { id } of batch) {
    patch(conversationId, id, { state: 'uploading', progress: 0, failure: null });
  }
  const messages = batch.map((item) => ({
    ...{ clientId: item.id, userId, receiverId, conversationId, content: '' },
    type: item.type === 'video' ? ('VIDEO' as const) : ('IMAGE' as const),
    ...(item.answers ?? answersNothing),
    ...{ createdAt: startedAt, preview: previewOfFile(item) },
  }));
  const replica = replicaOf(client);
  replica.dispatch({ kind: 'uploading', messages });
  const result: { sent: number; failed: QueuedFile[] } = { sent: 0, failed: [] };
  for (const message of messages) {
    const id = message.clientId;
    const item = filesOf(conversationId).find((one) => one.id === id);
    // Taken away while others went.
    if (!item) continue;
    const outcome = await sendOne(client, item, message, uploadPath);
    if (outcome === 'sent') result.sent++;
    else if (outcome !== 'cancelled') {
      replica.dispatch({ kind: 'not uploaded', clientId: id });
      patch(conversationId, id, { state: 'failed', progress: 0, failure: outcome });
      // Taken back meanwhile, perhaps: another time it goes by itself.
      if (outcome.kind === 'send' && outcome.status === '404') patch(conversationId, id, { answers: null });
      result.failed.push({ ...item, failure: outcome });
    }
  }
  if (result.failed.length > 0 && result.sent === 0) logFailure(new Error('Failed to upload media files'));
  return result;
}

/** The address is kept for when the message has to be tried again; a picture that is the message itself has none. */
async function uploadOf(
  item: QueuedFile,
  conversationId: string,
  uploadPath: string,
  signal: AbortSignal,
): Promise<string> {
  const { content } = await upload(
    {
      id: item.id,
      kind: item.type,
      file: item.blob ?? item.file,
      name: item.file.name,
      poster: item.poster ? blobOf(item.poster) : null,
      signal,
      onProgress: (progress) => patch(conversationId, item.id, { progress }),
    },
    { uploadPath, ...ofBrowser },
  );
  if (!content.startsWith('data:')) patch(conversationId, item.id, { address: content });
  return content;
}

async function sendOne(
  client: QueryClient,
  item: QueuedFile,
  message: NewMessage,
  uploadPath: string,
): Promise<'sent' | 'cancelled' | FileFailure> {
  const { conversationId } = message;
  const cancel = new AbortController();
  uploads.set(item.id, cancel);
  let content = item.address;
  try {
    content ??= await uploadOf(item, conversationId, uploadPath, cancel.signal);
  } catch (error) {
    if (cancel.signal.aborted) return 'cancelled';
    logFailure(new Error(`Failed to upload ${item.file.name}`, { cause: error }));
    const isLost = error instanceof ApiError && error.code === 'NETWORK';
    return isLost ? { kind: 'network' } : { kind: 'upload', error };
  } finally {
    uploads.delete(item.id);
  }
  const outcome = await sendingOf(client).sendWhileHere({ ...message, content });
  if (outcome.kind === 'unreached') {
    logFailure(new Error(`Failed to upload ${item.file.name}`));
    return { kind: 'network' };
  }
  if (outcome.kind === 'refused') {
    const { error } = outcome;
    // What nothing shows goes after a day: another time it is uploaded anew.
    if (error instanceof ApiError && error.code === 'MEDIUM_NOT_YOURS') {
      patch(conversationId, item.id, { address: null });
    }
    const status = error instanceof ApiError ? String(error.status) : '';
    logFailure(new Error(`Failed to send ${item.file.name}: ${status}`, { cause: error }));
    return { kind: 'send', status };
  }
  set(
    conversationId,
    filesOf(conversationId).filter(({ id }) => id !== item.id),
  );
  setTimeout(() => release(item), previewRelease_ms);
  return 'sent';
}

const previewMost_px = 260;

/** What a message on its way shows of the file. */
export function previewOfFile(item: QueuedFile): NewMessage['preview'] {
  const url = item.type === 'video' ? item.poster : item.url;
  if (!url || item.width === 0) return null;
  const scale = Math.min(1, previewMost_px / item.width, 300 / item.height);
  return { url, width: Math.round(item.width * scale), height: Math.round(item.height * scale) };
}
