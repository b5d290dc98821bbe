import type { MediaItem } from '@dazi/contract/media/media';
import { uploadFile } from '@dazi/contract/media/uploads';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Remember } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import { requireRoomForUpload } from './stored-media.service.ts';
import { acceptPreset, announcedBytes, partOf } from './uploads.rules.ts';
import { addPart, endedUpload, PartedUploads, storeUpload } from './uploads.service.ts';

const fileLimit_bytes = uploadLimits.file_megabytes * 1024 * 1024;
/** A preset has a short name; anything longer is none. */
const fieldLimit_bytes = 200;

export async function uploadsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  // In a scope of its own: forms are taken here and nowhere else.
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: fileLimit_bytes, files: 2, fields: 4, parts: 6, fieldSize: fieldLimit_bytes },
    });
    uploadRoute(scope, deps);
  });
}

function uploadRoute(app: FastifyInstance, deps: Deps) {
  const parted = new PartedUploads(deps);

  handle(app, uploadFile, async ({ actor, params, request }) => {
    const uploadId = header(request, 'x-unique-upload-id');
    // What is stored already needs no room.
    const ended = uploadId === undefined ? null : await endedUpload(deps, actor, uploadId);
    if (!ended) await requireRoomForUpload(deps, actor, announcedBytes(request.headers['content-range']));
    const form = await formOf(request);
    acceptPreset(params.kind, form.preset);
    const part = partOf(uploadId, request.headers['content-range'], form.file.length);
    if (part && ended) return answerOf(part.isLast ? ended : null);
    const store = (bytes: Buffer, remember?: Remember) =>
      storeUpload(deps, actor, params.kind, { bytes, poster: form.poster }, remember);
    const item = part ? await addPart(deps, parted, actor, part, form.file, store) : await store(form.file);
    return answerOf(item);
  });
}

const answerOf = (item: MediaItem | null) => ({ data: item, secure_url: item?.url ?? null });

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What the form holds; nothing of a cut-off form is stored. UPLOAD_INCOMPLETE, UPLOAD_TOO_LARGE, TOO_LARGE. */
async function formOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError('UPLOAD_INCOMPLETE');
  // The framework keeps to the limit of a body only where it reads the body itself.
  if (Number(request.headers['content-length'] ?? 0) > uploadFile.bodyLimit) throw new AppError('TOO_LARGE');
  let preset: string | null = null;
  const files: Record<string, Buffer> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files[part.fieldname] = await (part as MultipartFile).toBuffer();
      else if (part.fieldname === 'upload_preset') preset = String(part.value);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as { code?: string };
    throw new AppError(code === 'FST_REQ_FILE_TOO_LARGE' ? 'UPLOAD_TOO_LARGE' : 'UPLOAD_INCOMPLETE');
  }
  const { file, poster } = files;
  if (!file || file.length === 0) throw new AppError('UPLOAD_INCOMPLETE');
  return { preset, file, poster: poster ?? null };
}
