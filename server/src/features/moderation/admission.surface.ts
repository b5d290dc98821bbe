import type { BlockedIdentity } from '@dazi/contract/moderation/admission';
import {
  getRegistration,
  listBlockedIdentities,
  setRegistration,
  unblockIdentity,
} from '@dazi/contract/moderation/admission';
import { decide } from '@dazi/contract/moderation/decisions';
import { anInvitation } from '#features/identity/registration.builder.ts';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { fromNobody, reasonGiven } from './moderation.builder.ts';

let closed = 0;

/** The block of somebody whose account was closed just now. */
async function aBlock(app: TestApp, administrator: TestPerson): Promise<BlockedIdentity> {
  const person = await app.person(`Closed ${closed++}`);
  await administrator.get(decide, { body: { personId: person.id, action: 'close', ...reasonGiven } });
  const { data } = await administrator.get(listBlockedIdentities, {});
  return (data as BlockedIdentity[]).find((block) => block.person?.id === person.id)!;
}

const administratorsOnly = (outcome: string) => ({
  ...everyone('403 ADMINISTRATORS_ONLY'),
  visitor: '401 SIGN_IN_REQUIRED',
  administrator: outcome,
});

export const admissionSurface: Surface = {
  of: 'moderation',
  calls: [
    {
      endpoint: getRegistration,
      statements: atMost(5, async ({ app, ann }) => ({
        as: ann,
        query: { invitation: await anInvitation(app, ann) },
      })),
      sample: { query: { invitation: 'nothing' } },
      may: [
        {
          of: 'by an invitation of the owner',
          expected: everyone('200 sees'),
          request: async (scene, as) =>
            ask(
              as,
              getRegistration,
              { query: { invitation: await anInvitation(scene.app, scene.people.owner) } },
              ({ isInvitationValid }: { isInvitationValid: boolean | null }) => isInvitationValid,
            ),
        },
      ],
      acrossBlocks: 'what a link says to whoever holds it',
    },
    {
      endpoint: setRegistration,
      // The session, the mode held and changed, and four for the log.
      statements: atMost(7, ({ ann }) => ({
        as: ann,
        body: { mode: 'invitation' },
        after: () => ann.get(setRegistration, { body: { mode: 'open' } }),
      })),
      sample: ({ userId }) => ({ body: { userId, mode: 'open' } }),
      may: [
        {
          of: 'who may come in',
          expected: administratorsOnly('200'),
          request: (_scene, as) => ask(as, setRegistration, { body: { mode: 'open' } }),
        },
      ],
      acrossBlocks: 'nobody',
    },
    {
      endpoint: listBlockedIdentities,
      statements: atMost(2, async ({ app, ann }) => {
        await aBlock(app, ann);
        return { as: ann };
      }),
      sample: ({ page }) => ({ query: { cursor: page.cursor } }),
      may: [
        {
          of: 'blocked sign-ins',
          expected: administratorsOnly('200'),
          request: (_scene, as) => ask(as, listBlockedIdentities, {}),
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: unblockIdentity,
      // The session, the block held and lifted, and four for the log.
      statements: atMost(7, async ({ app, ann }) => ({
        as: ann,
        params: { blockId: (await aBlock(app, ann)).id },
        body: {},
      })),
      sample: async ({ app, ann, userId }) => ({
        params: { blockId: (await aBlock(app, ann)).id },
        body: { userId },
      }),
      may: [
        {
          of: 'one of somebody who was closed',
          expected: administratorsOnly('200'),
          async request({ app, people }, as) {
            const { id } = await aBlock(app, people.administrator);
            return ask(as, unblockIdentity, { params: { blockId: id }, body: {} });
          },
        },
      ],
      acrossBlocks: fromNobody,
    },
  ],
};
