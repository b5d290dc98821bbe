import type { Area } from '#platform/area.ts';
import { viewerFinderPort } from '#platform/http/viewer.ts';
import { fill } from '#platform/ports.ts';
import { relyingParty } from '#platform/sign-in/relying-party.ts';
import { identityAccount } from './identity.account.ts';
import { identityJobs } from './identity.jobs.ts';
import { identityNotices } from './identity.notices.ts';
import { identityRoutes } from './identity.routes.ts';
import { signedOutPort, viewerFinder } from './identity.service.ts';
import { blockedWithPort } from './invitations.service.ts';
import { registrationRoutes } from './registration.routes.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import { pushedSessionsPort } from './sessions.service.ts';

export const identityArea: Area = {
  name: 'identity',
  routes(server, { deps, ports, provider, accountParts }) {
    const party = relyingParty(deps.config, provider);
    const blockedWith = ports.get(blockedWithPort);
    identityRoutes(server, deps, party, { signedOut: ports.get(signedOutPort), blockedWith }, accountParts);
    registrationRoutes(server, deps, blockedWith);
    sessionsRoutes(server, deps, ports.get(pushedSessionsPort));
  },
  notices: [identityNotices],
  jobs: ({ accountParts }) => identityJobs(accountParts),
  accountParts: () => [identityAccount],
  fills: [fill(viewerFinderPort, viewerFinder)],
};
