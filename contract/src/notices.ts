import { chatNotices } from './chat/chat-notices.ts';
import { governanceNotices } from './governance/governance-notices.ts';
import { identityNotices } from './identity/identity-notices.ts';
import { moderationNotices } from './moderation/moderation-notices.ts';
import { peopleNotices } from './people/people-notices.ts';
import { plansNotices } from './plans/plans-notices.ts';
import { postsNotices } from './posts/posts-notices.ts';
import { walletNotices } from './wallet/wallet-notices.ts';

export const notificationCodes = [
  ...identityNotices.codes,
  ...peopleNotices.codes,
  ...postsNotices.codes,
  ...governanceNotices.codes,
  ...chatNotices.codes,
  ...plansNotices.codes,
  ...walletNotices.codes,
  ...moderationNotices.codes,
] as const;
export type NotificationCode = (typeof notificationCodes)[number];

export const noticeTexts = {
  ...identityNotices.texts,
  ...peopleNotices.texts,
  ...postsNotices.texts,
  ...governanceNotices.texts,
  ...chatNotices.texts,
  ...plansNotices.texts,
  ...walletNotices.texts,
  ...moderationNotices.texts,
};
