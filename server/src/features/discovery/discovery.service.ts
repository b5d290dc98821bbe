import type { Profile } from '@dazi/contract/people/profiles';
import { onlineSince } from '#features/chat/presence/presence.service.ts';
import { visibleEmail } from '#features/identity/identity.service.ts';
import { closedFaceOf, faceOf, isOpenTo } from '#features/people/profiles/profiles.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, type PageQuery, pageOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import {
  countPosts as countPostsOf,
  findFace,
  listFaces,
  listUsers as listUserRows,
} from './people.store.ts';
import { countStats } from './profile-stats.store.ts';

export function countPosts(deps: Deps, viewer: Actor | null, userId: string): Promise<number> {
  return countPostsOf(deps.db, viewer?.id ?? null, userId, deps.clock());
}

export async function listUsers(
  deps: Deps,
  actor: Actor,
  query: PageQuery & { userId?: string | undefined },
) {
  const page = pageOf(query);
  const rows = await listUserRows(deps.db, actor.id, page, query.userId ?? null);
  return {
    users: rows.map(({ id, name, avatarUrl, email }) => ({
      id,
      name,
      avatarUrl,
      email: visibleEmail(email, id, actor),
    })),
    nextCursor: nextById(rows, page.limit, deps),
  };
}

export async function listProfiles(deps: Deps, actor: Actor, query: PageQuery) {
  const page = pageOf(query);
  const rows = await listFaces(deps.db, actor.id, page);
  return {
    profiles: Object.fromEntries(
      rows.map(({ profile, user }) => [user.id, faceOf(profile, user, actor)] as const),
    ) as Record<string, Profile>,
    nextCursor: nextById(
      rows.map(({ user }) => user),
      page.limit,
      deps,
    ),
  };
}

/** The profile of somebody who is not hidden; whoever the viewer has blocked shows as a private profile. */
export async function getProfile(deps: Deps, viewer: Actor | null, userId: string): Promise<Profile> {
  const viewerId = viewer?.id ?? null;
  const now = deps.clock();
  const found = await findFace(deps.db, viewerId, userId, onlineSince(now));
  if (!found) throw new AppError('PROFILE_NOT_FOUND');
  const { profile, user, blockedByMe, isPictureFolded } = found;
  if (blockedByMe) return { ...closedFaceOf(profile, user), isPictureFolded, isOnline: false, blockedByMe };
  const face = { ...faceOf(profile, user, viewer), isPictureFolded };
  const ofOthers = viewerId === userId ? {} : { isOnline: viewer !== null && found.isOnline, blockedByMe };
  if (!isOpenTo(profile, viewer)) return { ...face, ...ofOthers };
  return { ...face, ...ofOthers, stats: await countStats(deps.db, viewerId, userId, now) };
}

function nextById(rows: readonly { id: string }[], limit: number, deps: Deps): string | null {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return last ? cursorOf({ createdAt: deps.clock().toISOString(), id: last.id }) : null;
}
