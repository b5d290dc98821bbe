import type { LookingFor, Preferences, Privacy } from '@dazi/contract/people/profiles';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

export const profiles = pgTable('profiles', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  displayName: text('display_name').notNull(),
  bio: text(),
  age: integer(),
  gender: text({ enum: ['M', 'F'] }),
  interests: jsonb().$type<string[]>().notNull(),
  lookingFor: jsonb('looking_for').$type<LookingFor[]>().notNull(),
  preferences: jsonb().$type<Preferences>().notNull(),
  privacy: jsonb().$type<Privacy>().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** A name or picture that moderators hid is not taken again for a while: digests of folded names, and of files. */
export const refusedFaces = pgTable(
  'refused_faces',
  {
    personId: id('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    part: text({ enum: ['name', 'picture', 'bio'] }).notNull(),
    digest: text().notNull(),
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.part, table.digest] }),
    index('refused_faces_until').on(table.until),
  ],
);

/** What somebody was called before they chose another name, for moderators: who changes it stays the same person. */
export const earlierNames = pgTable(
  'earlier_names',
  {
    id: id().primaryKey(),
    personId: id('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    until: instant('until').notNull(),
  },
  (table) => [
    index('earlier_names_person').on(table.personId, table.until, table.id),
    index('earlier_names_until').on(table.until),
  ],
);
