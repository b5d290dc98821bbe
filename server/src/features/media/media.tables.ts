import { imageTypes, videoTypes } from '@dazi/contract/media';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';

export const media = pgTable(
  'media',
  {
    id: id().primaryKey(),
    ownerId: id('owner_id').notNull(),
    /** What it is part of; decides who may read it. */
    purpose: text({ enum: ['post', 'avatar', 'message'] }).notNull(),
    type: text({ enum: ['image', 'video'] }).notNull(),
    contentType: text('content_type', { enum: [...imageTypes, ...videoTypes] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('media_owner').on(table.ownerId)],
);
