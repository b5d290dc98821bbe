import * as z from 'zod/mini';

/** Told to one person, on every device: somebody signed in or out as them, or what is known of a device changed. */
export const devicesChangedEvent = z.object({ type: z.literal('devices_changed') });
