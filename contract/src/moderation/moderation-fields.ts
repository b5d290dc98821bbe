import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';
import { reportTargetTypes } from './moderation.rules.ts';

/** What was reported or decided about. Of a person the id of the account, of a mini app that of its instance. */
export const targetFields = { targetType: z.enum(reportTargetTypes), targetId: idSchema };

export const actorOnly = { userId: z.optional(idSchema) };

export const personSchema = z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) });

/** As it read when it was decided, in the three languages: the rules may be changed later. */
export const ruleSchema = z.object({ number: z.int(), en: z.string(), ja: z.string(), zh: z.string() });
