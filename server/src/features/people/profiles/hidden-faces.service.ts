import { hash } from 'node:crypto';
import { mirrorProfile } from '#features/identity/identity.service.ts';
import { digestOfMedium, eraseMedia } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { foldedText } from '#platform/text-grams.ts';
import * as store from './hidden-faces.store.ts';
import * as profiles from './profiles.store.ts';
import { mediumOf } from './reportable-people.service.ts';

export type { FacePart } from './hidden-faces.store.ts';

/** For how long what moderators hid is not taken again. */
const refusedFor_ms = 30 * 24 * 60 * 60 * 1000;
/** What somebody is called whose name moderators hid. */
export const nameless = 'User';

/** Controls, joiners, direction signs and the like: with them or without, people read the same. */
const markless = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const digestOf = (text: string): string => {
  const read = text.replace(/\s+/gu, ' ').replace(markless, '').trim();
  return hash('sha256', foldedText(read), 'hex');
};

/** Takes name, picture or bio from a profile; the same is refused for 30 days. False when there was none. */
export async function hideFace(
  inner: TransactingDeps,
  personId: string,
  part: store.FacePart,
): Promise<boolean> {
  const until = new Date(inner.clock().getTime() + refusedFor_ms);
  const profile = await profiles.findProfile(inner.db, personId);
  if (part === 'picture') {
    const before = await mirrorProfile(inner, personId, { avatarUrl: null });
    if (before.avatarUrl === null) return false;
    const mediaIds = mediumOf(before.avatarUrl);
    for (const mediaId of mediaIds) {
      const digest = await digestOfMedium(inner, mediaId);
      if (digest) await store.refuse(inner.db, { personId, part, digest, until });
    }
    await eraseMedia(inner, mediaIds);
    return true;
  }
  if (part === 'bio') {
    if (!profile?.bio) return false;
    await store.refuse(inner.db, { personId, part, digest: digestOf(profile.bio), until });
    await profiles.saveProfileRow(inner.db, { ...profile, bio: '' });
    return true;
  }
  const before = await mirrorProfile(inner, personId, { name: nameless });
  if (before.name === nameless) return false;
  await store.refuse(inner.db, { personId, part, digest: digestOf(before.name), until });
  if (profile) await profiles.saveProfileRow(inner.db, { ...profile, displayName: nameless });
  return true;
}

/** Throws FACE_REFUSED for what moderators hid not long ago. */
export async function requireNotRefused(
  deps: Deps,
  personId: string,
  face: { part: 'name' | 'bio'; text: string } | { part: 'picture'; bytes: Uint8Array },
): Promise<void> {
  const digest = face.part === 'picture' ? hash('sha256', face.bytes, 'hex') : digestOf(face.text);
  if (await store.isRefused(deps.db, personId, { part: face.part, digest }, deps.clock())) {
    throw new AppError('FACE_REFUSED');
  }
}

/** What was hidden may be taken again: the decision was lifted. */
export const acceptFaceAgain = (
  inner: TransactingDeps,
  personId: string,
  part: store.FacePart,
): Promise<void> => store.acceptAgain(inner.db, personId, part);

export const forgetRefusedFaces = (deps: Deps): Promise<void> => store.forgetRefused(deps.db, deps.clock());
