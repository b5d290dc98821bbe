import type { Browser, System } from '@dazi/contract/identity/sessions.rules';
import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import { namedRecipients } from './identity.store.ts';

/** Somebody signed in on one more device, `deviceId`, while they were signed in on others. */
export const signedInAnew = noticeKind<{
  userId: string;
  deviceId: string;
  browser: Browser;
  system: System;
}>('signed_in_anew');

export const identityNotices: AreaNotices = {
  codes: { new_device: codeFacts('SYSTEM', { priority: 'high', stays: true }) },
  rules: [
    noticeRule([signedInAnew], {
      find: namedRecipients,
      compose: ({ deviceId, browser, system }) => ({
        code: 'new_device',
        params: { unseenBy: deviceId, browser, system },
      }),
    }),
  ],
};
