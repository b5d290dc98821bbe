import type { Area } from '#platform/area.ts';
import { demoTownOfferedPort } from '#platform/http/service.routes.ts';
import { fill } from '#platform/ports.ts';
import { demoAccountsPort } from '#platform/sign-in/demo-provider.ts';
import { demoTownRoutes } from './demo-town.routes.ts';
import { demoAccounts, isOffered } from './demo-town.service.ts';

export const demoTownArea: Area = {
  name: 'demo-town',
  routes: (server, { deps, provider }) => demoTownRoutes(server, deps, provider.issuer),
  fills: [fill(demoAccountsPort, demoAccounts), fill(demoTownOfferedPort, isOffered)],
};
