import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';

/** Told to one person, on every device. */
export const notificationEvents = [
  /** One came, or more came to one that was there: `id` as in `Notification`. */
  z.object({ type: z.literal('notification'), id: idSchema }),
  /** Some were read or removed, or what they tell of was changed or stands no more. */
  z.object({ type: z.literal('notifications_changed') }),
  /** Quiet hours, or what is pushed. */
  z.object({ type: z.literal('notification_settings_changed') }),
] as const;
