import type { BodyOf } from '@dazi/contract/endpoint';
import { mediaUrl } from '@dazi/contract/media';
import type { Profile, saveProfile as saveProfileEndpoint } from '@dazi/contract/profiles';
import { lockAccount, mirrorProfile } from '#features/identity/identity.service.ts';
import { attachMedia, discardMedia, eraseMedia, prepareMedia } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import {
  changedProfile,
  type FaceAccount,
  newProfile,
  type StoredProfile,
  visibleProfile,
} from './profiles.rules.ts';
import * as store from './profiles.store.ts';

/** The stored profile, for the rules of other features; undefined before the person saved one. */
export function profileOf(deps: Deps, userId: string): Promise<StoredProfile | undefined> {
  return store.findProfile(deps.db, userId);
}

/** A profile as somebody may see it. */
export function faceOf(profile: StoredProfile, account: FaceAccount, viewer: Actor | null): Profile {
  return visibleProfile(profile, account, viewer?.id ?? null);
}

/** Creates or changes the own profile; name and gender are mirrored to the account. */
export async function saveProfile(
  deps: Deps,
  actor: Actor,
  changes: BodyOf<typeof saveProfileEndpoint>,
): Promise<Profile> {
  return deps.transact(async (inner) => {
    await lockAccount(inner, actor.id);
    const now = inner.clock();
    const before = (await store.findProfile(inner.db, actor.id)) ?? newProfile(actor.id, actor.name, now);
    const after = changedProfile(before, changes, now);
    await store.saveProfileRow(inner.db, after);
    await mirrorProfile(inner, actor.id, { name: after.displayName, gender: after.gender });
    const { user } = (await store.findFace(inner.db, actor.id))!;
    return visibleProfile(after, user, actor.id);
  });
}

/** Takes a picture as data URL, or null for the letter avatar. */
export async function saveAvatar(deps: Deps, actor: Actor, dataUrl: string | null): Promise<string | null> {
  if (dataUrl !== null && !dataUrl.startsWith('data:')) throw new AppError('AVATAR_INVALID');
  const uploads = dataUrl === null ? [] : [{ url: dataUrl, poster: null }];
  const pictures = await prepareMedia(deps, actor.id, 'avatar', uploads);
  const avatarUrl = pictures[0] ? mediaUrl(pictures[0].row.id) : null;
  try {
    await deps.transact(async (inner) => {
      await attachMedia(inner, pictures);
      const before = await mirrorProfile(inner, actor.id, { avatarUrl });
      const replaced = before.avatarUrl?.startsWith(mediaUrl(''))
        ? [before.avatarUrl.slice(mediaUrl('').length)]
        : [];
      await eraseMedia(inner, replaced);
    });
  } catch (error) {
    await discardMedia(deps, pictures);
    throw error;
  }
  return avatarUrl;
}
