import { administrationArea } from './administration/administration.area.ts';
import { chatArea } from './chat/chat.area.ts';
import { demoTownArea } from './demo-town/demo-town.area.ts';
import { discoveryArea } from './discovery/discovery.area.ts';
import { governanceArea } from './governance/governance.area.ts';
import { identityArea } from './identity/identity.area.ts';
import { reportClientError } from './kernel/client-errors.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { type ErrorDefinition, generalErrors } from './kernel/errors.ts';
import * as service from './kernel/service.ts';
import { liveArea } from './live/live.area.ts';
import { mediaArea } from './media/media.area.ts';
import { miniAppsArea } from './mini-apps/mini-apps.area.ts';
import { moderationArea } from './moderation/moderation.area.ts';
import { notificationsArea } from './notifications/notifications.area.ts';
import { peopleArea } from './people/people.area.ts';
import { placesArea } from './places/places.area.ts';
import { plansArea } from './plans/plans.area.ts';
import { postsArea } from './posts/posts.area.ts';
import { walletArea } from './wallet/wallet.area.ts';

/** The areas, in the order of areas.ts. */
export const areas = [
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
] as const;

export const errorDefinitions = {
  ...generalErrors,
  ...identityArea.errors,
  ...placesArea.errors,
  ...liveArea.errors,
  ...mediaArea.errors,
  ...peopleArea.errors,
  ...postsArea.errors,
  ...governanceArea.errors,
  ...chatArea.errors,
  ...plansArea.errors,
  ...walletArea.errors,
  ...miniAppsArea.errors,
  ...moderationArea.errors,
  ...discoveryArea.errors,
  ...notificationsArea.errors,
  ...administrationArea.errors,
  ...demoTownArea.errors,
} satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorDefinitions;

/** Every call of the product; the server answers exactly these. */
export const endpoints: readonly Endpoint[] = [
  service.getHealth,
  service.getSettings,
  reportClientError,
  ...areas.flatMap((area) => area.endpoints),
];
