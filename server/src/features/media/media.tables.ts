import { imageTypes, videoTypes } from '@dazi/contract/media/media.rules';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';

export const media = pgTable(
  'media',
  {
    id: id().primaryKey(),
    ownerId: id('owner_id').notNull(),
    /** What it is part of; decides who may read it. An upload is part of nothing yet, and its owner's alone. */
    purpose: text({ enum: ['post', 'avatar', 'message', 'upload'] }).notNull(),
    type: text({ enum: ['image', 'video'] }).notNull(),
    contentType: text('content_type', { enum: [...imageTypes, ...videoTypes] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of the original as it is stored; 0 where it was stored before sizes were. */
    bytes: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('media_owner').on(table.ownerId),
    index('media_uploads').on(table.ownerId, table.createdAt).where(sql`${table.purpose} = 'upload'`),
  ],
);
