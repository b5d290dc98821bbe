import {
  appeal,
  decide,
  decideAppeal,
  liftMeasure,
  listAppeals,
  listOwnDecisions,
  readDecision,
} from '@dazi/contract/moderation/decisions';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { aCase, aWarning, fromNobody, moderatorsOnly, reasonGiven } from './moderation.builder.ts';

let people = 0;
const newName = () => `Somebody who is judged ${people++}`;
const inAWeek = (now: Date) => new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000).toISOString();
/** A decision about somebody: theirs alone. */
const theirs = {
  ...everyone('404 DECISION_NOT_FOUND'),
  visitor: '401 SIGN_IN_REQUIRED',
  owner: '200',
};
const notAboutOthers = 'one’s own decisions, which name nobody else';

export const decisionsSurface: Surface = {
  of: 'moderation',
  calls: [
    {
      endpoint: decide,
      // The case and whom it is about, the log, what goes, the reports and who hears of it.
      statements: atMost(45, async ({ app, ann, bob }) => {
        const author = await app.person(newName());
        const { targetType, targetId, version } = await aCase(bob, ann, 'post', (await author.post()).id);
        const target = { targetType, targetId };
        const until = inAWeek(app.clock.read());
        return {
          as: ann,
          body: { target, version, action: 'suspend', remove: true, until, ...reasonGiven },
        };
      }),
      sample: ({ app, userId, bob, messageId }) => ({
        body: {
          userId,
          target: { targetType: 'post', targetId: messageId },
          personId: bob.id,
          together: [{ targetType: 'person', targetId: bob.id }],
          version: 1,
          action: 'limit',
          remove: false,
          until: inAWeek(app.clock.read()),
          rule: 1,
          reason: 'x',
          clientId: 'made-by-a-device',
        },
      }),
      may: [
        {
          of: 'about somebody',
          expected: moderatorsOnly('200'),
          request: (scene, as) =>
            ask(as, decide, { body: { personId: scene.asker.id, action: 'warn', ...reasonGiven } }),
        },
        {
          of: 'about somebody, for good',
          expected: { ...moderatorsOnly('403 ADMINISTRATORS_ONLY'), administrator: '200' },
          request: async (scene, as) => {
            const { id } = await scene.app.person(newName());
            return ask(as, decide, { body: { personId: id, action: 'close', ...reasonGiven } });
          },
        },
        {
          of: 'about a moderator',
          expected: {
            ...moderatorsOnly('200'),
            // Whom it is about is involved.
            moderator: '403 INVOLVED',
          },
          request: (scene, as) =>
            ask(as, decide, {
              body: { personId: scene.people.moderator.id, action: 'warn', ...reasonGiven },
            }),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: liftMeasure,
      statements: atMost(30, async ({ app, ann }) => {
        const person = await app.person(newName());
        const until = inAWeek(app.clock.read());
        await ann.get(decide, { body: { personId: person.id, action: 'suspend', until, ...reasonGiven } });
        return { as: ann, params: { personId: person.id }, body: { reason: 'A mistake' } };
      }),
      sample: ({ userId, bob }) => ({ params: { personId: bob.id }, body: { userId, reason: 'x' } }),
      may: [
        {
          of: 'about somebody against whom nothing stands',
          expected: moderatorsOnly('400 ACTION_NOT_POSSIBLE'),
          request: (scene, as) =>
            ask(as, liftMeasure, { params: { personId: scene.asker.id }, body: { reason: 'x' } }),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: listOwnDecisions,
      statements: atMost(6, async ({ app, ann }) => {
        const person = await app.person(newName());
        await aWarning(ann, person.id);
        return { as: person };
      }),
      sample: ({ userId }) => ({ query: { userId, cursor: '7' } }),
      may: [
        {
          of: 'a decision about the owner',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          async request(scene, as) {
            const { id } = await aWarning(scene.people.administrator, scene.people.owner.id);
            return ask(as, listOwnDecisions, {}, (data: { id: string }[]) =>
              data.some((one) => one.id === id),
            );
          },
        },
      ],
      acrossBlocks: notAboutOthers,
    },
    {
      endpoint: readDecision,
      statements: atMost(6, async ({ app, ann }) => {
        const person = await app.person(newName());
        const { id } = await aWarning(ann, person.id);
        return { as: person, params: { decisionId: id }, body: {} };
      }),
      sample: ({ userId }) => ({ params: { decisionId: 'unknown' }, body: { userId } }),
      may: [
        {
          of: 'a decision about the owner',
          expected: theirs,
          async request(scene, as) {
            const { id } = await aWarning(scene.people.administrator, scene.people.owner.id);
            return ask(as, readDecision, { params: { decisionId: id }, body: {} });
          },
        },
      ],
      acrossBlocks: notAboutOthers,
    },
    {
      endpoint: appeal,
      statements: atMost(14, async ({ app, ann }) => {
        const person = await app.person(newName());
        const { id } = await aWarning(ann, person.id);
        return { as: person, params: { decisionId: id }, body: { text: 'It was a joke' } };
      }),
      sample: ({ userId }) => ({ params: { decisionId: 'unknown' }, body: { userId, text: 'x' } }),
      may: [
        {
          of: 'a decision about the owner',
          expected: theirs,
          async request(scene, as) {
            const { id } = await aWarning(scene.people.administrator, scene.people.owner.id);
            return ask(as, appeal, { params: { decisionId: id }, body: { text: 'It was a joke' } });
          },
        },
      ],
      acrossBlocks: notAboutOthers,
    },
    {
      endpoint: listAppeals,
      // Of each appeal is asked who is involved.
      statements: atMost(26, async ({ app, ann }) => {
        const person = await app.person(newName());
        const { id } = await aWarning(ann, person.id);
        await person.get(appeal, { params: { decisionId: id }, body: { text: 'It was a joke' } });
        return { as: ann };
      }),
      sample: ({ page }) => ({ query: { state: 'resolved', cursor: page.cursor } }),
      may: [
        {
          of: 'appeals',
          expected: moderatorsOnly('200'),
          request: (_scene, as) => ask(as, listAppeals, {}),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: decideAppeal,
      statements: atMost(26, async ({ app, ann }) => {
        const person = await app.person(newName());
        const { id } = await aWarning(ann, person.id);
        await person.get(appeal, { params: { decisionId: id }, body: { text: 'It was a joke' } });
        return { as: ann, params: { decisionId: id }, body: { outcome: 'lifted', reason: 'It was' } };
      }),
      sample: ({ app, userId }) => ({
        params: { decisionId: 'unknown' },
        body: { userId, outcome: 'changed', action: 'limit', until: inAWeek(app.clock.read()), reason: 'x' },
      }),
      may: [
        {
          of: "the appeal of somebody about whom an administrator decided: another moderator's",
          expected: { ...moderatorsOnly('403 INVOLVED'), moderator: '200' },
          async request(scene, as) {
            const { id } = await aWarning(scene.people.administrator, scene.asker.id);
            await scene.asker.get(appeal, { params: { decisionId: id }, body: { text: 'x' } });
            return ask(as, decideAppeal, {
              params: { decisionId: id },
              body: { outcome: 'upheld', reason: 'It stands' },
            });
          },
        },
      ],
      acrossBlocks: fromNobody,
    },
  ],
};
