import { defineArea } from '../kernel/area.ts';
import * as identity from './identity.ts';

export const identityArea = defineArea('identity', { errors: identity.identityErrors, calls: [identity] });
