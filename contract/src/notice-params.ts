import * as z from 'zod/mini';
import { chatNoticeParams } from './chat/chat-notice-params.ts';
import { identityNoticeParams } from './identity/identity-notice-params.ts';
import { noticeParams } from './kernel/notice-params.ts';
import { moderationNoticeParams } from './moderation/moderation-notice-params.ts';
import { planNoticeParams } from './plans/plan-notice-params.ts';
import { walletNoticeParams } from './wallet/wallet-notice-params.ts';

export const notificationParamsSchema = z.object({
  ...noticeParams,
  ...identityNoticeParams,
  ...chatNoticeParams,
  ...planNoticeParams,
  ...walletNoticeParams,
  ...moderationNoticeParams,
});
export type NotificationParams = z.output<typeof notificationParamsSchema>;
