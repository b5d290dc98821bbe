import {
  type Invitation,
  listInvitations,
  makeInvitation,
  removeInvitation,
} from '@dazi/contract/identity/registration';
import { hiddenOnes, noSession } from '../../testing/blocks-looks.ts';
import { ask, everyone, limited } from '../../testing/may.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene } from '../../testing/once.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { cameBy, hereForLong } from '../../testing/test-invitations.ts';
import { blockIdentity } from './identity.service.ts';
import { anInvitation } from './registration.builder.ts';

const ofOwner = perScene(({ app, people }: MayScene) => anInvitation(app, people.owner));
const year_ms = 365 * 24 * 60 * 60 * 1000;

export const registrationSurface: Surface = {
  of: 'identity',
  calls: [
    {
      endpoint: listInvitations,
      // The session, what was made, who came by it, and between whom and oneself there is a block.
      statements: atMost(4, async ({ app, ann, bob }) => {
        await cameBy(app, bob, await anInvitation(app, ann));
        return { as: ann };
      }),
      sample: ({ userId }) => ({ query: { userId } }),
      may: [
        {
          of: 'the own invitations, and nobody else’s',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          async request(scene, as) {
            const id = await ofOwner(scene);
            return ask(as, listInvitations, {}, (list: Invitation[]) => list.some((one) => one.id === id));
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'who came by it',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          async look({ app, sol, mentionsSol }, as, viewer) {
            if (viewer !== 'visitor') await cameBy(app, sol, await anInvitation(app, as));
            return ask(as, listInvitations, {}, mentionsSol);
          },
        },
      ],
    },
    {
      endpoint: makeInvitation,
      // The session, the account held, those of this month, and the new one.
      statements: atMost(4, async ({ app, bob }) => {
        await hereForLong(app, bob);
        return { as: bob, body: { people: 5 } };
      }),
      sample: ({ userId }) => ({ body: { userId, people: 5 } }),
      may: [
        {
          of: 'as somebody new',
          expected: {
            ...everyone('403 TOO_NEW_TO_INVITE'),
            ...limited,
            visitor: '401 SIGN_IN_REQUIRED',
            administrator: '200',
          },
          request: (_scene, as) => ask(as, makeInvitation, { body: {} }),
        },
      ],
      acrossBlocks: 'nobody yet',
    },
    {
      endpoint: removeInvitation,
      statements: atMost(2, async ({ app, ann }) => ({
        as: ann,
        params: { invitationId: await anInvitation(app, ann) },
        body: {},
      })),
      sample: async ({ app, ann, userId }) => ({
        params: { invitationId: await anInvitation(app, ann) },
        body: { userId },
      }),
      may: [
        {
          of: 'of the owner',
          expected: { ...everyone('404 INVITATION_GONE'), visitor: '401 SIGN_IN_REQUIRED', owner: '200' },
          request: async (scene, as) =>
            ask(as, removeInvitation, { params: { invitationId: await ofOwner(scene) }, body: {} }),
        },
      ],
      acrossBlocks: 'the own invitations',
    },
  ],
  keeps: [
    { table: 'invitations', leave: ({ app, ann }) => anInvitation(app, ann) },
    {
      table: 'invitation_uses',
      leave: async ({ app, ann, bob }) => cameBy(app, ann, await anInvitation(app, bob)),
    },
    {
      table: 'blocked_identities',
      leave: ({ app, ann }) =>
        app.deps.transact((inner) => {
          const until = new Date(inner.clock().getTime() + year_ms);
          return blockIdentity(inner, ann.id, { until, rule: 1, decisionNumber: 1 });
        }),
    },
  ],
};
