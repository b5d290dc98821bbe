import { blockedWithPort } from '#features/identity/identity.service.ts';
import { hiddenFromPort } from '#features/live/live.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { blocksAccount } from './blocks/blocks.account.ts';
import { blocksNotices } from './blocks/blocks.notices.ts';
import { blocksRoutes } from './blocks/blocks.routes.ts';
import { hiddenFrom, hiddenFromEach, mayReadAvatar, partBlockedPort } from './blocks/blocks.service.ts';
import { profilesAccount } from './profiles/profiles.account.ts';
import { profilesRoutes } from './profiles/profiles.routes.ts';
import { privacyChangedPort, viewOfProfilePort } from './profiles/profiles.service.ts';
import { reportablePerson } from './profiles/reportable-people.service.ts';

export const peopleArea: Area = {
  name: 'people',
  routes(server, { deps, ports }) {
    profilesRoutes(server, deps, ports.get(viewOfProfilePort), ports.get(privacyChangedPort));
    blocksRoutes(server, deps, ports.get(partBlockedPort));
  },
  notices: [blocksNotices],
  accountParts: () => [profilesAccount, blocksAccount],
  mediaGuards: { avatar: mayReadAvatar },
  reportTargets: () => ({ person: reportablePerson }),
  fills: [fill(hiddenFromPort, hiddenFromEach), fill(blockedWithPort, hiddenFrom)],
};
