import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';

/** Told where somebody has left traces who deleted their account, or restored it: ask for everything again. */
export const personChangedEvent = z.object({ type: z.literal('person_changed'), userId: idSchema });

/** Told to one person: somebody is hidden from them from now on, or no longer; what is shown of people is to be asked for again. */
export const hiddenChangedEvent = z.object({ type: z.literal('hidden_changed') });
