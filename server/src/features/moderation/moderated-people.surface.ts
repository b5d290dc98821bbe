import {
  addModeratorNote,
  getModeratedPerson,
  listModerationLog,
  listModerators,
  setModerator,
} from '@dazi/contract/moderation/moderated-people';
import { getModerationCounts } from '@dazi/contract/moderation/moderation-counts';
import { sql } from 'drizzle-orm';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { insertDecision } from './decisions.store.ts';
import { insertLook, insertNote } from './moderated-people.store.ts';
import { aWarning, fromNobody, moderatorsOnly } from './moderation.builder.ts';
import { writeLog } from './moderation-log.service.ts';

export const moderatedPeopleSurface: Surface = {
  of: 'moderation',
  calls: [
    {
      endpoint: getModeratedPerson,
      statements: atMost(19, async ({ ann, bob }) => {
        await aWarning(ann, bob.id);
        await ann.get(addModeratorNote, { params: { personId: bob.id }, body: { text: 'Seen before' } });
        return { as: ann, params: { personId: bob.id } };
      }),
      sample: ({ bob }) => ({ params: { personId: bob.id } }),
      may: [
        {
          of: 'the owner',
          expected: moderatorsOnly('200'),
          request: (scene, as) =>
            ask(as, getModeratedPerson, { params: { personId: scene.people.owner.id } }),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: addModeratorNote,
      statements: atMost(4, ({ ann, bob }) => ({
        as: ann,
        params: { personId: bob.id },
        body: { text: 'Seen before', clientId: 'made-by-a-device' },
      })),
      sample: ({ userId, bob }) => ({ params: { personId: bob.id }, body: { userId, text: 'x' } }),
      may: [
        {
          of: 'about the owner',
          expected: moderatorsOnly('200'),
          request: (scene, as) =>
            ask(as, addModeratorNote, { params: { personId: scene.people.owner.id }, body: { text: 'x' } }),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: listModerators,
      statements: atMost(5, ({ ann }) => ({ as: ann })),
      sample: {},
      may: [
        {
          of: 'moderators',
          expected: moderatorsOnly('200'),
          request: (_scene, as) => ask(as, listModerators, {}),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: setModerator,
      statements: atMost(14, async ({ app, ann }) => {
        const person = await app.person('Somebody for long');
        await app.deps.db.execute(
          sql`UPDATE users SET created_at = now() - interval '15 days' WHERE id = ${person.id}`,
        );
        return { as: ann, params: { personId: person.id }, body: { isModerator: true } };
      }),
      sample: ({ userId, bob }) => ({ params: { personId: bob.id }, body: { userId, isModerator: true } }),
      may: [
        {
          of: 'the owner, who is new',
          expected: {
            ...everyone('403 ADMINISTRATORS_ONLY'),
            visitor: '401 SIGN_IN_REQUIRED',
            administrator: '400 CANNOT_MODERATE',
          },
          request: (scene, as) =>
            ask(as, setModerator, {
              params: { personId: scene.people.owner.id },
              body: { isModerator: true },
            }),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: listModerationLog,
      statements: atMost(4, async ({ ann, bob }) => {
        await aWarning(ann, bob.id);
        return { as: ann };
      }),
      sample: ({ bob }) => ({ query: { personId: bob.id, cursor: '7' } }),
      may: [
        {
          of: 'the log',
          expected: moderatorsOnly('200'),
          request: (_scene, as) => ask(as, listModerationLog, {}),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: getModerationCounts,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
      may: [
        {
          of: 'the counts',
          expected: everyone('200'),
          request: (_scene, as) => ask(as, getModerationCounts, {}),
        },
      ],
      acrossBlocks: 'numbers name nobody',
    },
  ],
  keeps: [
    {
      table: 'decisions',
      leave: ({ app, ann }) =>
        app.deps.transact(async (inner) => {
          const number = await writeLog(inner, { action: 'decision', actorId: null, personId: ann.id });
          const createdAt = inner.clock();
          const id = inner.ids.next(createdAt);
          await insertDecision(inner.db, {
            id,
            number,
            personId: ann.id,
            action: 'warn',
            removed: [],
            createdAt,
          });
        }),
    },
    {
      table: 'moderator_notes',
      leave: ({ app, ann, bob }) =>
        insertNote(app.deps.db, {
          ...{ id: app.deps.ids.next(app.clock.read()), personId: bob.id, authorId: ann.id, text: 'x' },
          createdAt: app.clock.read(),
        }),
    },
    {
      table: 'moderation_looks',
      leave: ({ app, ann, bob }) =>
        insertLook(app.deps.db, {
          ...{ id: app.deps.ids.next(app.clock.read()), moderatorId: ann.id, personId: bob.id },
          lookedAt: app.clock.read(),
        }),
    },
    {
      table: 'moderation_log_details',
      leave: ({ app, ann }) =>
        app.deps.transact((inner) =>
          writeLog(inner, { action: 'lifted', actorId: null, personId: ann.id, reason: 'x' }),
        ),
    },
  ],
};
