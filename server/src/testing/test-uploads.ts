import type { Failure, SuccessOf } from '@dazi/contract/kernel/endpoint';
import type { uploadFile } from '@dazi/contract/media/uploads';
import { uploadPresets } from '@dazi/contract/media/uploads.rules';
import type { TestPerson } from './test-person.ts';
import { pngBytes } from './test-pictures.ts';

export interface UploadForm {
  kind?: 'image' | 'video';
  /** Null leaves the field out. */
  preset?: string | null;
  file?: Uint8Array | null;
  poster?: Uint8Array;
  headers?: Record<string, string>;
}

/** The form as a browser makes it. */
export function formOf({ kind = 'image', preset, file, poster }: UploadForm): FormData {
  const form = new FormData();
  const named = preset === undefined ? uploadPresets[kind][0] : preset;
  if (named !== null) form.append('upload_preset', named);
  if (file) form.append('file', new Blob([Uint8Array.from(file)]), 'file');
  if (poster) form.append('poster', new Blob([Uint8Array.from(poster)]), 'poster.png');
  return form;
}

/** Sends a form; a small picture when nothing is said. */
export async function upload(person: TestPerson, input: UploadForm = {}) {
  const file = input.file === undefined ? await pngBytes(8) : input.file;
  const answer = await person.fetch(`/api/uploads/${input.kind ?? 'image'}/upload`, {
    method: 'POST',
    body: formOf({ ...input, file }),
    headers: input.headers ?? {},
  });
  const envelope = (await answer.json()) as SuccessOf<typeof uploadFile> | Failure;
  return { ...envelope, status: answer.status };
}

/** The address of an upload that must succeed. */
export async function uploaded(person: TestPerson, input: UploadForm = {}): Promise<string> {
  const answer = await upload(person, input);
  if (!answer.success || !answer.secure_url) throw new Error(JSON.stringify(answer));
  return answer.secure_url;
}
