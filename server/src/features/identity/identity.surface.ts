import { sharePresence } from '@dazi/contract/chat/presence';
import {
  exportAccount,
  getSession,
  removeAccount,
  restoreAccount,
  saveUser,
  signOut,
} from '@dazi/contract/identity/identity';
import { report } from '@dazi/contract/moderation/moderation';
import { addComment } from '@dazi/contract/posts/comments';
import { addReaction } from '@dazi/contract/posts/reactions';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { castVote } from '#features/governance/governance.builder.ts';
import { ask, askForFile, everyone, ownerOnly } from '../../testing/may.ts';
import { archiveSections, atMost, readFile, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { haight, TestPerson } from '../../testing/test-person.ts';
import { appointModerator, requireReading } from './standing.service.ts';

let busyPeople = 0;

/** Somebody who has written, reacted, commented, reported and voted, and is voted for. */
async function aBusyPerson({ app, bob, drawn, posts }: StatementsScene): Promise<TestPerson> {
  const cara = await app.person(`Cara ${busyPeople++}`);
  const messageId = posts[2]!.id;
  await cara.get(report, { body: { targetType: 'person', targetId: bob.id, reason: 'hate' } });
  await cara.post({ imageUrls: [drawn] });
  await cara.get(addReaction, { body: { messageId, reactionType: 'SAD' } });
  await cara.get(addComment, { body: { messageId, content: 'Me too' } });
  await castVote(cara, bob);
  await castVote(bob, cara);
  return cara;
}

/** The board is elected by votes of others. */
const withoutVotes =
  ({ bob }: StatementsScene, cara: TestPerson) =>
  async () => {
    await castVote(cara, bob, 'remove');
    await castVote(bob, cara, 'remove');
  };

async function aBusyPersonWithARoom(scene: StatementsScene): Promise<TestPerson> {
  const cara = await aBusyPerson(scene);
  await joined(await aRoom(cara), scene.ann);
  return cara;
}

export const identitySurface: Surface = {
  of: 'identity',
  calls: [
    {
      endpoint: getSession,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
      may: [
        {
          of: 'the own account',
          expected: { ...everyone('200 sees'), visitor: '200 without' },
          request: (_scene, as) =>
            ask(as, getSession, {}, (data: { id: string } | null) => data !== null && data.id === as.id),
        },
      ],
      acrossBlocks: 'the own account',
    },
    {
      endpoint: signOut,
      // What was shared of the position goes as well.
      statements: atMost(4, async ({ app }) => {
        const leaving = await app.person('Signing out');
        await leaving.get(sharePresence, { body: haight });
        return { as: leaving, body: {} };
      }),
      // Somebody without a session to end: the others go on with theirs.
      sample: { body: {}, as: 'visitor' },
      may: [
        {
          of: 'the own session',
          expected: everyone('200'),
          async request(_scene, as) {
            const again = new TestPerson(as.origin);
            if (as.user) await again.signIn(as.user.name);
            return ask(again, signOut, { body: {} });
          },
        },
      ],
      acrossBlocks: 'the own session',
    },
    {
      endpoint: saveUser,
      statements: atMost(2, ({ ann }) => ({ as: ann, body: { name: 'Ann' } })),
      sample: ({ userId }) => ({
        body: {
          id: userId,
          email: 'a@b.example',
          name: 'Ann',
          avatarUrl: '/x',
          createdAt: 'x',
          lastActive: 'x',
          verified: true,
        },
      }),
      may: [
        {
          of: 'the own account',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, saveUser, { body: {} }),
        },
        {
          of: "the owner's account",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          request: (scene, as) => ask(as, saveUser, { body: { id: scene.people.owner.id } }),
        },
      ],
      acrossBlocks: 'the own account',
    },
    {
      endpoint: removeAccount,
      // Asks whether they give up what they run for others, locks the account, ends its sessions and tells the areas in which
      // the person left traces; ten more for each room that passes on: the next owner, the roles, since when, the line in the
      // log, the votes; one for whom they spoke with, and three for the plans they are in.
      // The board votes: what there is, the chains held, the board before and after, the links with all they change.
      statements: atMost(32, async (scene) => {
        const cara = await aBusyPersonWithARoom(scene);
        return { as: cara, params: { userId: cara.id }, body: {} };
      }),
      // Nobody's: the others go on with their account.
      sample: ({ userId }) => ({ params: { userId: 'nobody' }, body: { userId } }),
      may: [
        {
          of: "the owner's account",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          async request(scene, as, role) {
            const outcome = await ask(as, removeAccount, {
              params: { userId: scene.people.owner.id },
              body: {},
            });
            if (role === 'owner') {
              await as.visitProvider('owner');
              await as.get(restoreAccount, { body: {} });
            }
            return outcome;
          },
        },
      ],
      acrossBlocks: 'the own account',
    },
    {
      endpoint: restoreAccount,
      // Asked, too, is what they gave up. Back on the board as well: told or not, and what the new board agrees on.
      statements: atMost(23, async (scene) => {
        const cara = await aBusyPersonWithARoom(scene);
        await cara.get(removeAccount, { params: { userId: cara.id }, body: {} });
        await cara.visitProvider(cara.user!.name);
        return { as: cara, body: {}, after: withoutVotes(scene, cara) };
      }),
      sample: { body: {} },
      may: [
        {
          of: 'an account that is not deleted',
          expected: { ...everyone('409 ACCOUNT_NOT_LEFT'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, restoreAccount, { body: {} }),
        },
      ],
      acrossBlocks: 'the own account',
    },
    {
      endpoint: exportAccount,
      // Each section is read for its file and once more for the page that opens the archive.
      // Besides: the list of files, five of governance, two of mini apps, and the names that the page looks up.
      statements: atMost(archiveSections * 2 + 26, async (scene) => {
        const cara = await aBusyPerson(scene);
        return { instead: () => readFile(cara, exportAccount.path), after: withoutVotes(scene, cara) };
      }),
      sample: ({ bob }) => ({ query: { userId: bob.id } }),
      may: [
        {
          of: 'the own data',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => askForFile(as, exportAccount.path),
        },
        {
          of: "the owner's data",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          request: (scene, as) => askForFile(as, `${exportAccount.path}?userId=${scene.people.owner.id}`),
        },
      ],
      acrossBlocks: 'the own data; what others wrote is not in it',
    },
  ],
  paths: [
    {
      method: 'GET',
      path: '/api/auth/sign-in',
      may: [
        {
          of: 'the way to the provider',
          expected: everyone('302'),
          request: async (_scene, as) => `${(await as.fetch('/api/auth/sign-in')).status}`,
        },
      ],
    },
    {
      method: 'GET',
      path: '/api/auth/callback',
      may: [
        {
          of: 'an answer nobody asked for',
          expected: everyone('303 /?signIn=failed&code=SIGN_IN_FAILED'),
          async request(_scene, as) {
            const answer = await new TestPerson(as.origin).fetch('/api/auth/callback?code=x&state=y');
            return `${answer.status} ${answer.headers.get('location')}`;
          },
        },
      ],
    },
    {
      method: 'POST',
      path: '/api/auth/callback',
      may: [
        {
          of: 'an answer as a form, which is sent on to be taken',
          expected: everyone('303 /api/auth/callback?code=x&state=y'),
          async request(_scene, as) {
            const body = new URLSearchParams({ code: 'x', state: 'y', id_token: 'z' });
            const headers = { origin: 'https://provider.example', 'sec-fetch-site': 'cross-site' };
            const answer = await as.fetch('/api/auth/callback', { method: 'POST', body, headers });
            return `${answer.status} ${answer.headers.get('location')}`;
          },
        },
      ],
    },
  ],
  keeps: [
    // Whoever is signed in has both.
    { table: 'users' },
    { table: 'sessions' },
    {
      table: 'standings',
      leave: ({ app, ann }) =>
        app.deps.transact((inner) => requireReading(inner, ann.id, app.deps.ids.next(app.clock.read()))),
    },
    {
      table: 'moderators',
      leave: ({ app, ann }) => app.deps.transact((inner) => appointModerator(inner, ann.id, null)),
    },
    {
      table: 'client_ids',
      leave: ({ ann }) => ann.post({ clientId: 'kept-of-a-post' }),
    },
    {
      table: 'left_accounts',
      notKept: 'the mark of the deletion itself; nothing is in it before, and it goes with the account',
    },
  ],
};
