import * as z from 'zod/mini';
import { isBlank } from './blank-text.ts';

/** Ids are made by the server, opaque to everyone else. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** Made by the device for what it sends: the same again is answered as the first time, and nothing is made twice. */
export const clientIdSchema = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** From 1970 to 9999: what every database and every `Date` writes the same way. */
export const isStorableInstant = (instant: number) => instant >= 0 && instant < Date.UTC(10_000, 0);

/** Trimmed words of which something can be seen. */
export const wordsUpTo = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((text) => !isBlank(text)),
  );

/** An instant as ISO 8601 text in UTC with milliseconds. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .check(z.refine((text) => isStorableInstant(Date.parse(text))));

/** Where the next page begins; opaque. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(200));

export const pageFields = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  /** Counted from 1, up to 40; further back only by `cursor`. */
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(40))),
  cursor: z.optional(cursorSchema),
};
