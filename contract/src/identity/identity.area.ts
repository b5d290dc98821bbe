import { defineArea } from '../kernel/area.ts';
import * as identity from './identity.ts';
import { standingErrors } from './standing.ts';

export const identityArea = defineArea('identity', {
  errors: { ...identity.identityErrors, ...standingErrors },
  calls: [identity],
});
