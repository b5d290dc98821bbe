import { defineArea } from '../kernel/area.ts';
import * as identity from './identity.ts';
import { devicesChangedEvent } from './identity-events.ts';
import { identityNotices } from './identity-notices.ts';
import { newcomersErrors } from './newcomers.ts';
import * as registration from './registration.ts';
import * as sessions from './sessions.ts';
import { standingErrors } from './standing.ts';

export const identityArea = defineArea('identity', {
  errors: {
    ...identity.identityErrors,
    ...sessions.sessionsErrors,
    ...standingErrors,
    ...registration.registrationErrors,
    ...newcomersErrors,
  },
  calls: [identity, sessions, registration],
  events: { person: [devicesChangedEvent] },
  notices: identityNotices,
});
