import type { AccountPart } from '#platform/account-part.ts';
import type { Job } from '#platform/jobs.ts';
import { forgetBlocks } from './blocked-identities.service.ts';
import { forgetClientIds } from './client-ids.service.ts';
import { forgetInvitations } from './invitations.service.ts';
import { eraseLeftAccounts } from './leaving.service.ts';
import { forgetExpiredSessions } from './sessions.service.ts';

const hour_ms = 60 * 60 * 1000;

export const identityJobs = (parts: readonly AccountPart[]): readonly Job[] => [
  { name: 'forget expired sessions', every_ms: hour_ms, once: true, run: forgetExpiredSessions },
  { name: 'forget blocked sign-ins', every_ms: hour_ms, once: true, run: forgetBlocks },
  { name: 'forget invitations', every_ms: hour_ms, once: true, run: forgetInvitations },
  { name: 'forget client ids', every_ms: hour_ms, once: true, run: forgetClientIds },
  {
    name: 'erase left accounts',
    every_ms: hour_ms,
    once: true,
    run: (deps) => eraseLeftAccounts(deps, parts),
  },
];
