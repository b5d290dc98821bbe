import type { Area } from '#platform/area.ts';
import { viewerFinderPort } from '#platform/http/viewer.ts';
import { fill } from '#platform/ports.ts';
import { relyingParty } from '#platform/sign-in/relying-party.ts';
import { identityAccount } from './identity.account.ts';
import { identityJobs } from './identity.jobs.ts';
import { identityRoutes } from './identity.routes.ts';
import { signedOutPort, viewerFinder } from './identity.service.ts';

export const identityArea: Area = {
  name: 'identity',
  routes: (server, { deps, ports, provider, accountParts }) =>
    identityRoutes(server, deps, relyingParty(deps.config, provider), ports.get(signedOutPort), accountParts),
  jobs: ({ accountParts }) => identityJobs(accountParts),
  accountParts: () => [identityAccount],
  fills: [fill(viewerFinderPort, viewerFinder)],
};
