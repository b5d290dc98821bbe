import * as z from 'zod/mini';

export const devicesChangedEvent = z.object({ type: z.literal('devices_changed') });
