import * as z from 'zod/mini';
import { chatArea } from './chat/chat.area.ts';
import { governanceArea } from './governance/governance.area.ts';
import { identityArea } from './identity/identity.area.ts';
import { idSchema } from './kernel/fields.ts';
import { areaCellSchema } from './live/live.ts';
import { moderationArea } from './moderation/moderation.area.ts';
import { notificationsArea } from './notifications/notifications.area.ts';
import { peopleArea } from './people/people.area.ts';
import { plansArea } from './plans/plans.area.ts';
import { postsArea } from './posts/posts.area.ts';
import { walletArea } from './wallet/wallet.area.ts';

/** What happened in an area of the map, or on the board, which is listened to like one. */
export const areaEventSchema = z.discriminatedUnion('type', [
  ...peopleArea.events.area,
  ...postsArea.events.area,
  ...chatArea.events.area,
  ...plansArea.events.area,
  ...governanceArea.events.board,
]);
export type AreaEvent = z.output<typeof areaEventSchema>;

export const conversationEventSchema = z.discriminatedUnion('type', [...chatArea.events.conversation]);
export type ConversationEvent = z.output<typeof conversationEventSchema>;

export const personEventSchema = z.discriminatedUnion('type', [
  ...identityArea.events.person,
  ...peopleArea.events.person,
  ...chatArea.events.person,
  ...plansArea.events.person,
  ...walletArea.events.person,
  ...moderationArea.events.person,
  ...notificationsArea.events.person,
]);
export type PersonEvent = z.output<typeof personEventSchema>;

export const frameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), streamId: idSchema }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('area'), cell: areaCellSchema, events: z.array(areaEventSchema) }),
  ...conversationEventSchema.def.options,
  ...personEventSchema.def.options,
  /** Something was dropped: compare versions again. */
  z.object({ type: z.literal('resync') }),
  /** The session ended; the stream closes. */
  z.object({ type: z.literal('signed_out') }),
]);
export type Frame = z.output<typeof frameSchema>;
