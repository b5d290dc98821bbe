import * as z from 'zod/mini';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import type { miniAppCategories } from './mini-app-kit.rules.ts';

export type MiniAppCategory = (typeof miniAppCategories)[number];

/** Name and description are English. */
export interface MiniAppDefinition<Config extends object = object> {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly category: MiniAppCategory;
  /** The name of a drawing; the web knows how it looks. */
  readonly icon: string;
  readonly defaultConfig: Config;
  readonly maxParticipants: number;
}

export const resultPersonSchema = z.object({ id: idSchema, name: z.string() });
export type ResultPerson = z.output<typeof resultPersonSchema>;

/** JSON of a MINI_APP_RESULT message. `generatedText` is English; `text` says the same by the app's codes. */
export const miniAppResultSchema = z.object({
  type: z.literal('mini-app-result'),
  miniAppId: idSchema,
  appType: z.string(),
  title: z.string(),
  generatedText: z.string(),
  text: z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  results: z.record(z.string(), z.unknown()),
});
export type MiniAppResult = z.output<typeof miniAppResultSchema>;

export interface ResultText {
  code: string;
  params: Record<string, string | number>;
}

export const miniAppParticipationSchema = z.object({
  userId: idSchema,
  user: z.object({ name: z.string(), avatarUrl: z.nullable(z.string()) }),
  conversationId: idSchema,
  /** Null while it is hidden from the reader. `answers` is the app's own list. */
  data: z.nullable(
    z.object({
      answers: z.array(z.unknown()),
      completedAt: instantSchema,
      version: z.literal(1),
    }),
  ),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type MiniAppParticipation = z.output<typeof miniAppParticipationSchema>;
