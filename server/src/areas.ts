import { administrationArea } from '#features/administration/administration.area.ts';
import { chatArea } from '#features/chat/chat.area.ts';
import { demoTownArea } from '#features/demo-town/demo-town.area.ts';
import { discoveryArea } from '#features/discovery/discovery.area.ts';
import { governanceArea } from '#features/governance/governance.area.ts';
import { identityArea } from '#features/identity/identity.area.ts';
import { liveArea } from '#features/live/live.area.ts';
import { mediaArea } from '#features/media/media.area.ts';
import { miniAppsArea } from '#features/mini-apps/mini-apps.area.ts';
import { moderationArea } from '#features/moderation/moderation.area.ts';
import { notificationsArea } from '#features/notifications/notifications.area.ts';
import { peopleArea } from '#features/people/people.area.ts';
import { placesArea } from '#features/places/places.area.ts';
import { plansArea } from '#features/plans/plans.area.ts';
import { postsArea } from '#features/posts/posts.area.ts';
import { walletArea } from '#features/wallet/wallet.area.ts';
import type { AccountPart } from '#platform/account-part.ts';
import type { Area, MayRead, MediaGuards, ReportTargets } from '#platform/area.ts';
import { joinedNotices } from '#platform/notices.ts';
import { Ports } from '#platform/ports.ts';

/** The areas of the house, in the order of contract/src/areas.ts. */
export const areas: readonly Area[] = [
  identityArea,
  placesArea,
  liveArea,
  mediaArea,
  peopleArea,
  postsArea,
  governanceArea,
  chatArea,
  plansArea,
  walletArea,
  miniAppsArea,
  moderationArea,
  discoveryArea,
  notificationsArea,
  administrationArea,
  demoTownArea,
];

export const ports = new Ports(areas.flatMap(({ fills }) => fills ?? []));

/** What the areas keep of a person, in their order. */
export const accountParts: readonly AccountPart[] = areas.flatMap((area) => area.accountParts?.(ports) ?? []);

export const notices = joinedNotices(areas.flatMap((area) => area.notices ?? []));

export const reportTargets = Object.assign(
  {},
  ...areas.map((area) => area.reportTargets?.(ports)),
) as ReportTargets;

/** One area that lets somebody read is enough. */
const anyOf =
  (guards: readonly MayRead[]): MayRead =>
  async (...asked) => {
    for (const guard of guards) if (await guard(...asked)) return true;
    return false;
  };

const guardOf = (purpose: keyof MediaGuards): MayRead =>
  anyOf(areas.flatMap(({ mediaGuards }) => mediaGuards?.[purpose] ?? []));

export const mediaGuards: MediaGuards = {
  post: guardOf('post'),
  avatar: guardOf('avatar'),
  message: guardOf('message'),
  sealed: guardOf('sealed'),
};
