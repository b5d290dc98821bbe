import type { MediaItem } from '@dazi/contract/media/media';
import type { uploadFile } from '@dazi/contract/media/uploads';
import { uploadLimits, uploadPresets, usualUploadPath } from '@dazi/contract/media/uploads.rules';
import { ApiError, refusalOf, urlOf } from '#platform/api.ts';
import { dataUrlOf } from './file-types.ts';

export interface Upload {
  /** The same however often it is tried: what the server has of it need not go there again. */
  id: string;
  kind: 'image' | 'video';
  /** A picture as it is sent, already small. */
  file: Blob;
  name: string;
  /** Of a video: a still, null where this browser could draw none. */
  poster: Blob | null;
  signal: AbortSignal;
  /** From 0 to 100. */
  onProgress(percent: number): void;
}

export interface Uploaded {
  /** What the message says: an address, or the picture itself. */
  content: string;
  media: MediaItem | null;
}

export interface UploadDeps {
  /** In the place of the usual path, as the installation says. */
  uploadPath: string;
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Ends early when it is cancelled. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** False where the device knows of no network: then nothing is tried again. */
  isOnline(): boolean;
  /** Small enough to be sent in the message itself, as a data URL. */
  inline(file: Blob): Promise<string>;
}

const formPath: (typeof uploadFile)['path'] = '/api/uploads/{kind}/upload';

/** Percent once the bytes begin to go, and when the picture goes in the message itself. */
const begun = { image: 25, video: 10 } as const;
const inlineProgress = 50;
/** So long after a try that came to nothing comes the next one: a telephone may be changing its network. */
const nextTryAfter_ms = [1000, 3000, 9000];

/** Four of these fit into one request. */
const inlineMost_bytes = 1_500_000;

/** What an upload needs of the browser. */
export const ofBrowser: Omit<UploadDeps, 'uploadPath'> = {
  fetch: (address, init) => fetch(address, init),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    }),
  isOnline: () => navigator.onLine,
  async inline(file) {
    if (file.size > inlineMost_bytes) throw new Error('too large for the message itself');
    return dataUrlOf(file);
  },
};

/** Of videos that are on their way in parts the first byte that the server does not have. */
const arrived = new Map<string, number>();

interface Answer {
  data: MediaItem | null;
  secure_url: string | null;
}

/**
 * Takes a file to the host of pictures and videos, with the first preset it knows. A picture that it does not
 * take, for whatever reason, goes in the message itself; for videos there is no such way.
 */
export async function upload(file: Upload, deps: UploadDeps): Promise<Uploaded> {
  file.onProgress(0);
  try {
    file.onProgress(begun[file.kind]);
    const { data, secure_url } = await withPresets(file, deps);
    if (!secure_url) throw new ApiError('UPLOAD_INCOMPLETE', 'The upload is not complete');
    file.onProgress(100);
    return { content: secure_url, media: data };
  } catch (error) {
    if (file.signal.aborted || file.kind === 'video' || isFull(error)) throw error;
    file.onProgress(inlineProgress);
    const content = await deps.inline(file.file).catch(() => {
      throw error;
    });
    if (file.signal.aborted) throw error;
    file.onProgress(100);
    return { content, media: null };
  }
}

/** Nothing more is kept of them for now, however it comes. */
const isFull = (error: unknown): boolean =>
  error instanceof ApiError && ['UPLOADS_WAITING', 'STORAGE_USED_UP', 'UPLOADS_PAUSED'].includes(error.code);

async function withPresets(file: Upload, deps: UploadDeps): Promise<Answer> {
  let unknown: unknown;
  for (const preset of uploadPresets[file.kind]) {
    try {
      return await inParts(file, preset, deps);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PRESET_UNKNOWN') throw error;
      unknown = error;
    }
  }
  throw unknown;
}

async function inParts(file: Upload, preset: string, deps: UploadDeps): Promise<Answer> {
  if (file.kind === 'image') return send(file, file.file, preset, {}, deps);
  const { id } = file;
  const begin = arrived.get(id) ?? 0;
  try {
    const answer = await partsFrom(begin, file, preset, deps);
    arrived.delete(id);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'NETWORK' || isBusy(error)) throw error;
    arrived.delete(id);
    const isGone = begin > 0 && error.code === 'UPLOAD_INCOMPLETE';
    if (!isGone) throw error;
    return inParts(file, preset, deps);
  }
}

async function partsFrom(begin: number, file: Upload, preset: string, deps: UploadDeps): Promise<Answer> {
  const { id, signal } = file;
  const { size } = file.file;
  let answer: Answer = { data: null, secure_url: null };
  for (let first = begin; first < size; first += uploadLimits.chunk_bytes) {
    const last = Math.min(first + uploadLimits.chunk_bytes, size) - 1;
    const headers = {
      'x-unique-upload-id': id,
      'content-range': `bytes ${first}-${last}/${size}`,
    };
    const part = file.file.slice(first, last + 1, file.file.type);
    answer = await again(() => send(file, part, preset, headers, deps), signal, deps);
    // The last may have to come again.
    if (last < size - 1) arrived.set(id, last + 1);
  }
  return answer;
}

/** The server has not looked at what was sent, and says when it takes it. */
const isBusy = ({ code, retryAfter }: ApiError): boolean =>
  retryAfter !== null && ['TOO_MANY_REQUESTS', 'UPLOADS_BUSY', 'UNAVAILABLE'].includes(code);

/** A part that came already may come again, so a lost answer is no reason to begin anew. */
async function again<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
  { pause, isOnline }: UploadDeps,
): Promise<Result> {
  for (const wait_ms of nextTryAfter_ms) {
    try {
      return await attempt();
    } catch (error) {
      const isPassing = error instanceof ApiError && (error.code === 'NETWORK' || isBusy(error));
      if (!isPassing || signal.aborted || !isOnline()) throw error;
      await pause(Math.max(wait_ms, (error.retryAfter ?? 0) * 1000), signal);
      if (signal.aborted) throw error;
    }
  }
  return attempt();
}

async function send(
  { kind, name, poster, signal }: Upload,
  bytes: Blob,
  preset: string,
  headers: Record<string, string>,
  deps: UploadDeps,
): Promise<Answer> {
  const form = new FormData();
  form.set('upload_preset', preset);
  form.set('quality', 'auto');
  if (poster) form.set('poster', poster, 'poster.jpg');
  form.set('file', bytes, name);
  let response: Response;
  try {
    const address = urlOf(formPath, { kind }).replace(usualUploadPath, deps.uploadPath);
    response = await deps.fetch(address, {
      method: 'POST' satisfies (typeof uploadFile)['method'],
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...headers },
      body: form,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError('NETWORK', 'Network error');
  }
  if (!response.ok) throw await refusalOf(response);
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError('NETWORK', 'Network error');
  }
}
