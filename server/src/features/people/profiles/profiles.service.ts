import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { mediaUrl } from '@dazi/contract/media/media.rules';
import type { Profile, saveProfile as saveProfileEndpoint } from '@dazi/contract/people/profiles';
import { confirmPerson, lockAccount, mirrorProfile } from '#features/identity/identity.service.ts';
import {
  attachMedia,
  discardMedia,
  eraseMedia,
  preparePicture,
  seal,
} from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import * as names from './earlier-names.store.ts';
import { nameless, requireNotRefused } from './hidden-faces.service.ts';
import * as rules from './profiles.rules.ts';
import { changedProfile, type FaceAccount, newProfile, type StoredProfile } from './profiles.rules.ts';
import * as store from './profiles.store.ts';
import { mediumOf } from './reportable-people.service.ts';

export {
  acceptFaceAgain,
  type FacePart,
  forgetRefusedFaces,
  hideFace,
  type ReportedFace,
} from './hidden-faces.service.ts';
export { isPrivatePerson, wantsToHear } from './profiles.store.ts';

/** The stored profile, for the rules of other features; undefined before the person saved one. */
export function profileOf(deps: Deps, userId: string): Promise<StoredProfile | undefined> {
  return store.findProfile(deps.db, userId);
}

/** Whether somebody sees more of a profile than name and picture. */
export function isOpenTo(profile: Pick<StoredProfile, 'userId' | 'privacy'>, viewer: Actor | null): boolean {
  return rules.isOpenTo(profile, viewer?.id ?? null);
}

export function faceOf(profile: StoredProfile, account: FaceAccount, viewer: Actor | null): Profile {
  return rules.visibleProfile(profile, account, viewer);
}

/** Name and picture alone, as of a private profile, for those to whom it is closed for a reason of their own. */
export function closedFaceOf(profile: StoredProfile, account: FaceAccount): Profile {
  const privacy = { ...profile.privacy, profileVisibility: 'private' as const };
  return rules.visibleProfile({ ...profile, privacy }, account, null);
}

/** What else happens when somebody changes what others get to know of them. */
export interface PrivacyChanged {
  /** They share where they are no more. */
  sharingEnded(inner: TransactingDeps, userId: string): Promise<void>;
  /** They show when they are there, or do so no more. */
  activityChanged(inner: TransactingDeps, userId: string, isShown: boolean): Promise<void>;
}
export const privacyChangedPort = port<PrivacyChanged>('what else happens when a profile shows less or more');

/** How somebody sees a profile with all that is counted of it. */
export type ViewOfProfile = (deps: Deps, viewer: Actor, userId: string) => Promise<Profile>;
export const viewOfProfilePort = port<ViewOfProfile>('how somebody sees a profile');

/**
 * Creates or changes the own profile; name and gender are mirrored to the account. With `ifNone` one that is there stays
 * as it is: a device that knew of none does not write over what another one saved.
 */
export async function saveProfile(
  deps: Deps,
  actor: Actor,
  changes: BodyOf<typeof saveProfileEndpoint>,
  privacyChanged: PrivacyChanged | null = null,
): Promise<void> {
  await deps.transact(async (inner) => {
    await lockAccount(inner, actor.id);
    const now = inner.clock();
    const known = await store.findProfile(inner.db, actor.id);
    if (known && changes.ifNone) return;
    const before = known ?? newProfile(actor.id, actor.name, now);
    const after = changedProfile(before, changes, now);
    await takeChangedFace(inner, actor, before, after);
    await store.saveProfileRow(inner.db, after);
    await mirrorProfile(inner, actor.id, { name: after.displayName, gender: after.gender });
    if (rules.confirms(changes)) await confirmPerson(inner, actor.id);
    if (!after.privacy.locationSharing.enabled) await privacyChanged?.sharingEnded(inner, actor.id);
    const isShown = rules.showsActivity(after);
    if (isShown !== rules.showsActivity(before)) {
      await privacyChanged?.activityChanged(inner, actor.id, isShown);
    }
  });
}

/** A name or bio that is replaced stays sealed for a while; what moderators hid is refused. */
async function takeChangedFace(
  inner: TransactingDeps,
  actor: Actor,
  before: StoredProfile,
  after: StoredProfile,
): Promise<void> {
  const ofPerson = { ownerId: actor.id, targetId: actor.id, mediaIds: [] };
  if (after.displayName !== before.displayName) {
    await requireNotRefused(inner, actor.id, { part: 'name', text: after.displayName });
    await seal(inner, { ...ofPerson, kind: 'name', content: before.displayName });
    // A name that came with the sign-in and was replaced before somebody said who they are was never theirs.
    const wasTheirs = actor.isConfirmed && before.displayName !== nameless;
    if (wasTheirs) await keepEarlierName(inner, actor.id, before.displayName);
  }
  if (after.bio === before.bio) return;
  if (after.bio) await requireNotRefused(inner, actor.id, { part: 'bio', text: after.bio });
  if (before.bio) await seal(inner, { ...ofPerson, kind: 'bio', content: before.bio });
}

async function keepEarlierName(inner: TransactingDeps, personId: string, name: string): Promise<void> {
  const until = inner.clock();
  await names.keepName(
    inner.db,
    { id: inner.ids.next(until), personId, name, until },
    rules.earlierNames.most,
  );
}

/** What somebody was called in the last months, the latest first; for moderators alone. */
export async function earlierNamesOf(deps: Deps, personId: string): Promise<{ name: string; until: Date }[]> {
  const since = deps.clock().getTime() - rules.earlierNames.kept_ms;
  return (await names.listNames(deps.db, personId)).filter(({ until }) => until.getTime() > since);
}

export const forgetEarlierNames = (deps: Deps): Promise<void> =>
  names.forgetNames(deps.db, new Date(deps.clock().getTime() - rules.earlierNames.kept_ms));

/** Takes a picture as data URL, or null for the letter avatar. */
export async function saveAvatar(deps: Deps, actor: Actor, dataUrl: string | null): Promise<string | null> {
  if (dataUrl !== null && !dataUrl.startsWith('data:')) throw new AppError('AVATAR_INVALID');
  const pictures = dataUrl === null ? [] : [await preparePicture(deps, actor.id, 'avatar', dataUrl)];
  const avatarUrl = pictures[0] ? mediaUrl(pictures[0].row.id) : null;
  try {
    await deps.transact(async (inner) => {
      await attachMedia(inner, actor, pictures);
      const before = await mirrorProfile(inner, actor.id, { avatarUrl });
      for (const { data } of pictures)
        await requireNotRefused(inner, actor.id, { part: 'picture', bytes: data });
      const mediaIds = mediumOf(before.avatarUrl);
      if (mediaIds.length > 0) {
        await seal(inner, { ownerId: actor.id, kind: 'picture', targetId: actor.id, content: '', mediaIds });
      }
      await eraseMedia(inner, mediaIds);
    });
  } catch (error) {
    await discardMedia(deps, pictures);
    throw error;
  }
  return avatarUrl;
}
