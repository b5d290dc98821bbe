import { hash } from 'node:crypto';
import { lockAccount, mirrorProfile } from '#features/identity/identity.service.ts';
import { digestOfMedium, eraseMedia, openSealed } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportedSnapshot } from '#platform/area.ts';
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

/** What somebody showed when they were reported: name and bio in lines, and pictures. */
export type ReportedFace = Pick<ReportedSnapshot, 'content' | 'mediaIds'>;

/**
 * Takes name, picture or bio from a profile; the same is refused for 30 days, and what it was when it was reported, which may
 * have been changed since. False when there was none.
 */
export async function hideFace(
  inner: TransactingDeps,
  personId: string,
  part: store.FacePart,
  reported: ReportedFace | null = null,
): Promise<boolean> {
  const until = new Date(inner.clock().getTime() + refusedFor_ms);
  if (reported) {
    for (const digest of await digestsOf(inner, personId, part, reported))
      await store.refuse(inner.db, { personId, part, digest, until });
  }
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
  // What its owner saves at the same moment is saved before, or after: the profile is written as a whole.
  if (part === 'bio') {
    await lockAccount(inner, personId);
    const profile = await profiles.findProfile(inner.db, personId);
    if (!profile?.bio) return false;
    await store.refuse(inner.db, { personId, part, digest: digestOf(profile.bio), until });
    await profiles.saveProfileRow(inner.db, { ...profile, bio: '' });
    return true;
  }
  const before = await mirrorProfile(inner, personId, { name: nameless });
  if (before.name === nameless) return false;
  await store.refuse(inner.db, { personId, part, digest: digestOf(before.name), until });
  const profile = await profiles.findProfile(inner.db, personId);
  if (profile) await profiles.saveProfileRow(inner.db, { ...profile, displayName: nameless });
  return true;
}

/** The name stands in the first line; of what was replaced since there are sealed copies for a while. */
async function digestsOf(
  inner: TransactingDeps,
  personId: string,
  part: store.FacePart,
  { content, mediaIds }: ReportedFace,
): Promise<string[]> {
  if (part === 'picture') {
    const digests = [];
    for (const mediaId of mediaIds) digests.push((await digestOfMedium(inner, mediaId)) ?? []);
    return digests.flat();
  }
  const [name = '', ...bio] = content.split('\n');
  const copies = (await openSealed(inner, part, [personId])).get(personId) ?? [];
  const replaced = copies.map((copy) => copy.content).filter((copy) => content.includes(copy));
  const first = part === 'name' ? name : bio.join('\n');
  return [first, ...replaced].filter(Boolean).map(digestOf);
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
