import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';
import { membershipStatusSchema } from './rooms.ts';

/** Told where a room is that came, went, or changed its name, place, radius or members; not whose doing it was. */
export const roomChangedEvent = z.object({ type: z.literal('room_changed'), roomId: idSchema });

/** Told to one person: where they stand with a room they asked to join. */
export const membershipEvent = z.object({
  type: z.literal('membership'),
  roomId: idSchema,
  conversationId: idSchema,
  userMembershipStatus: membershipStatusSchema,
});
export type MembershipEvent = z.output<typeof membershipEvent>;
