import { mediaUrl } from '@dazi/contract/media/media.rules';
import { openSealed } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import * as store from './reportable-people.store.ts';

/** The medium behind the address of an own picture; none behind that of a provider. */
export const mediumOf = (avatarUrl: string | null): string[] =>
  avatarUrl?.startsWith(mediaUrl('')) ? [avatarUrl.slice(mediaUrl('').length)] : [];

/** A person as something to report: name, bio and picture, and behind these what they replaced a moment ago. */
export const reportablePerson: ReportTarget = {
  async ownerOf(deps, _actor, userId) {
    const [person] = await store.findPeopleEver(deps.db, [userId]);
    if (!person) throw new AppError('PERSON_NOT_FOUND');
    return userId;
  },

  async snapshots(deps, userIds) {
    const people = await store.findPeopleEver(deps.db, userIds);
    const ids = people.map(({ id }) => id);
    const names = await openSealed(deps, 'name', ids);
    const bios = await openSealed(deps, 'bio', ids);
    const pictures = await openSealed(deps, 'picture', ids);
    return new Map(
      people.map(({ id, name, bio, avatarUrl, createdAt }) => {
        const before = [...(names.get(id) ?? []), ...(bios.get(id) ?? [])].map((copy) => copy.content);
        const lines = new Set([name, bio ?? '', ...before].filter(Boolean));
        const content = [...lines].join('\n');
        const mediaIds = [
          ...mediumOf(avatarUrl),
          ...(pictures.get(id) ?? []).flatMap((copy) => copy.mediaIds),
        ];
        return [id, { ownerId: id, content, mediaIds, createdAt, ...asTheyAre }];
      }),
    );
  },
};

const asTheyAre = { type: null, room: null, isPrivate: false, goneAt: null, goneBy: null } as const;
