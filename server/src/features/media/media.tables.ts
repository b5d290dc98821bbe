import { imageTypes, videoTypes } from '@dazi/contract/media/media.rules';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';

export const media = pgTable(
  'media',
  {
    id: id().primaryKey(),
    ownerId: id('owner_id').notNull(),
    /**
     * What it is part of; decides who may read it. An upload is part of nothing yet, and its owner's alone; what is sealed
     * was taken away, and waits for its hold to end.
     */
    purpose: text({ enum: ['post', 'avatar', 'message', 'upload', 'sealed'] }).notNull(),
    type: text({ enum: ['image', 'video'] }).notNull(),
    contentType: text('content_type', { enum: [...imageTypes, ...videoTypes] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of the original as it is stored; 0 where it was stored before sizes were. */
    bytes: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Folded until a moderator has looked at it or the time is over; shown from then on, whoever reports it again. */
    fold: text({ enum: ['folded', 'shown'] }),
    foldedUntil: instant('folded_until'),
  },
  (table) => [
    index('media_folded').on(table.foldedUntil).where(sql`${table.fold} = 'folded'`),
    index('media_owner').on(table.ownerId),
    index('media_uploads').on(table.ownerId, table.createdAt).where(sql`${table.purpose} = 'upload'`),
  ],
);

/** What is not erased before an instant, though it be taken away: it was reported, or may still be. */
export const heldMedia = pgTable(
  'held_media',
  {
    mediaId: id('media_id')
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
  },
  (table) => [index('held_media_until').on(table.until)],
);

/** What its author took away, until a report may not come any more; nobody reads it but for one. */
export const sealedCopies = pgTable(
  'sealed_copies',
  {
    id: id().primaryKey(),
    ownerId: id('owner_id').notNull(),
    /** A message, a comment, or of a person what they replaced. */
    kind: text({ enum: ['message', 'comment', 'name', 'bio', 'picture'] }).notNull(),
    /** The message, the comment, or the person. */
    targetId: id('target_id').notNull(),
    content: text().notNull(),
    mediaIds: jsonb('media_ids').$type<string[]>().notNull(),
    sealedAt: instant('sealed_at').notNull(),
  },
  (table) => [
    index('sealed_copies_target').on(table.targetId, table.kind, table.sealedAt),
    index('sealed_copies_owner').on(table.ownerId, table.id),
    index('sealed_copies_sealed').on(table.sealedAt),
  ],
);
