import * as z from 'zod/mini';
import { chatArea } from './chat/chat.area.ts';
import { governanceArea } from './governance/governance.area.ts';
import { noticeParams } from './kernel/notices.ts';
import { peopleArea } from './people/people.area.ts';
import { postsArea } from './posts/posts.area.ts';
import { walletArea } from './wallet/wallet.area.ts';

export const notificationCodes = [
  ...peopleArea.notices.codes,
  ...postsArea.notices.codes,
  ...governanceArea.notices.codes,
  ...chatArea.notices.codes,
  ...walletArea.notices.codes,
] as const;
export type NotificationCode = (typeof notificationCodes)[number];

/** What the words are made with; what a code does not need is null or 0. */
export const notificationParamsSchema = z.object({
  ...noticeParams,
  ...chatArea.notices.params,
  ...walletArea.notices.params,
});
export type NotificationParams = z.output<typeof notificationParamsSchema>;

/** The words of each code by language. */
export const noticeTexts = {
  ...peopleArea.notices.texts,
  ...postsArea.notices.texts,
  ...governanceArea.notices.texts,
  ...chatArea.notices.texts,
  ...walletArea.notices.texts,
};
