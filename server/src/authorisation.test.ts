import { addBookmark, removeBookmark } from '@dazi/contract/bookmarks';
import { cellOf } from '@dazi/contract/cells';
import { addComment, listComments, removeComment } from '@dazi/contract/comments';
import { loadDemoTown } from '@dazi/contract/demo-town';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/discovery';
import type { Endpoint } from '@dazi/contract/endpoint';
import {
  exportAccount,
  getSession,
  removeAccount,
  restoreAccount,
  saveUser,
  signOut,
} from '@dazi/contract/identity';
import { eventsPath, sync } from '@dazi/contract/live';
import { listMapCounts } from '@dazi/contract/map-counts';
import { getMedia, getThumbnail } from '@dazi/contract/media';
import { listReports, report, resolveReports } from '@dazi/contract/moderation';
import { findMatches, getProfile, listProfiles, listUsers, searchProfiles } from '@dazi/contract/people';
import { findPlaces } from '@dazi/contract/place-search';
import { createPost, editPost, removePost } from '@dazi/contract/posts';
import { clearPresence, sharePresence } from '@dazi/contract/presence';
import { saveAvatar, saveProfile } from '@dazi/contract/profiles';
import { addReaction, listReactions, removeReaction } from '@dazi/contract/reactions';
import { type ErrorCode, endpoints, errorDefinitions } from '@dazi/contract/registry';
import { getHealth, getSettings } from '@dazi/contract/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookmarks } from '#features/bookmarks/bookmarks.tables.ts';
import { rememberOnce } from '#platform/installation.store.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { block } from './testing/test-block.ts';
import { haight, TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { TestStream } from './testing/test-stream.ts';

/**
 * Who may do what: every endpoint, asked by everyone. The thing asked for belongs to `owner`; `blocker` has
 * blocked the owner, `blocked` was blocked by the owner.
 */
const roles = ['visitor', 'stranger', 'blocker', 'blocked', 'owner', 'administrator'] as const;
type Role = (typeof roles)[number];

/** "200", "404 POST_NOT_FOUND"; for reads "200 sees" or "200 without", as the thing is in the answer or not. */
type Outcome = string;

interface Case {
  of: string;
  expected: Record<Role, Outcome>;
  request(scene: Scene, as: TestPerson, role: Role): Promise<Outcome>;
}

interface Row {
  method: string;
  path: string;
  cases: Case[];
}

/** What the owner has made, and a post of a host whom nobody hides. */
interface Scene {
  postId: string;
  mediaId: string;
  avatarId: string;
  removedMediaId: string;
  hostPostId: string;
  commentId: string;
  /** The host's, on the owner's post. */
  hostCommentId: string;
}

const everyone = (outcome: Outcome): Record<Role, Outcome> =>
  Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>;
/** Those between whom and the owner there is a block. */
const hidden = (outcome: Outcome) => ({ blocker: outcome, blocked: outcome });
const seenByAllBut = (outcome: Outcome) => ({ ...everyone('200 sees'), ...hidden(outcome) });
/** The owner may, others are refused as said. */
const ownerOnly = (visitor: Outcome, others: Outcome, hiddenOnes: Outcome = others) => ({
  ...everyone(others),
  ...hidden(hiddenOnes),
  visitor,
  owner: '200',
});

let app: TestApp;
let host: TestPerson;
const people = {} as Record<Role, TestPerson>;

async function ask(as: TestPerson, endpoint: Endpoint, input: object, seen?: (data: never) => boolean) {
  const answer = await as.call(endpoint, input);
  if (!answer.success) return `${answer.status} ${answer.code}`;
  if (!seen) return `${answer.status}`;
  return `${answer.status} ${seen(answer.data as never) ? 'sees' : 'without'}`;
}

async function askForFile(as: TestPerson, path: string): Promise<Outcome> {
  const answer = await as.fetch(path);
  if (/^(image|application\/zip)/.test(answer.headers.get('content-type') ?? '')) {
    await answer.arrayBuffer();
    return `${answer.status}`;
  }
  return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
}

const mediaIdOf = (url: string | null) => url?.split('/')[3] ?? '';

async function makeScene(): Promise<Scene> {
  // Newer than all before: lists show the newest first.
  app.clock.advance(1000);
  const { owner } = people;
  const imageUrls = [await picture()];
  const post = await owner.post({ content: 'Chess?', imageUrls });
  const removed = await owner.post({ imageUrls });
  await owner.get(removePost, { params: { messageId: removed.id }, body: {} });
  const hostPost = await host.post({ content: 'Who is around?' });
  const comment = await owner.get(addComment, { body: { messageId: hostPost.id, content: 'I am' } });
  const hostComment = await host.get(addComment, { body: { messageId: post.id, content: 'Not me' } });
  await owner.get(addReaction, { body: { messageId: hostPost.id, reactionType: 'HEART' } });
  const avatar = await owner.get(saveAvatar, { body: { avatarUrl: await picture() } });
  // Everyone but the owner had kept the post before blocks came.
  for (const role of roles) {
    if (role === 'visitor' || role === 'owner') continue;
    const row = { userId: people[role].id, postId: post.id, createdAt: app.deps.clock() };
    await app.deps.db.insert(bookmarks).values(row);
  }
  return {
    postId: post.id,
    mediaId: mediaIdOf(post.imageUrl),
    avatarId: mediaIdOf(avatar.data.avatarUrl),
    removedMediaId: mediaIdOf(removed.imageUrl),
    hostPostId: hostPost.id,
    commentId: comment.data.id,
    hostCommentId: hostComment.data.id,
  };
}

beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'administrator@people.example' });
  host = await app.person('host');
  for (const role of roles) people[role] = role === 'visitor' ? app.visitor() : await app.person(role);
  await block(app.deps, people.blocker, people.owner);
  await block(app.deps, people.owner, people.blocked);
  // Loading the town for real takes long and is another test's business.
  await rememberOnce(app.deps.db, 'demo town', 'loaded before');
});
afterAll(() => app.close());

const row = (endpoint: Pick<Endpoint, 'method' | 'path'>, ...cases: Case[]): Row => ({
  method: endpoint.method,
  path: endpoint.path,
  cases,
});

const holdsPost = (scene: Scene) => (data: { id: string }[]) => data.some(({ id }) => id === scene.postId);

const rows: Row[] = [
  row(getHealth, { of: 'health', expected: everyone('200'), request: (_s, as) => ask(as, getHealth, {}) }),
  row(getSettings, {
    of: 'settings',
    expected: everyone('200'),
    request: (_s, as) => ask(as, getSettings, {}),
  }),
  row(getSession, {
    of: 'the own account',
    expected: { ...everyone('200 sees'), visitor: '200 without' },
    request: (_s, as) =>
      ask(as, getSession, {}, (data: { id: string } | null) => data !== null && data.id === as.id),
  }),
  row(signOut, {
    of: 'the own session',
    expected: everyone('200'),
    async request(_scene, as) {
      const again = new TestPerson(as.origin);
      if (as.user) await again.signIn(as.user.name);
      return ask(again, signOut, { body: {} });
    },
  }),
  row(
    saveUser,
    {
      of: 'the own account',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) => ask(as, saveUser, { body: {} }),
    },
    {
      of: "the owner's account",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => ask(as, saveUser, { body: { id: people.owner.id } }),
    },
  ),
  row(removeAccount, {
    of: "the owner's account",
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
    async request(_scene, as, role) {
      const outcome = await ask(as, removeAccount, { params: { userId: people.owner.id }, body: {} });
      if (role === 'owner') {
        await as.visitProvider('owner');
        await as.get(restoreAccount, { body: {} });
      }
      return outcome;
    },
  }),
  row(restoreAccount, {
    of: 'an account that is not deleted',
    expected: { ...everyone('409 ACCOUNT_NOT_LEFT'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, restoreAccount, { body: {} }),
  }),
  row(
    exportAccount,
    {
      of: 'the own data',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) => askForFile(as, exportAccount.path),
    },
    {
      of: "the owner's data",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => askForFile(as, `${exportAccount.path}?userId=${people.owner.id}`),
    },
  ),
  row(
    report,
    {
      of: "the owner's post",
      expected: {
        ...everyone('200'),
        ...hidden('404 POST_NOT_FOUND'),
        visitor: '401 REPORT_SIGN_IN_REQUIRED',
        owner: '400 OWN_REPORT',
      },
      request: (scene, as) =>
        ask(as, report, { body: { targetType: 'post', targetId: scene.postId, reason: 'spam' } }),
    },
    {
      of: 'the owner',
      expected: {
        ...everyone('200'),
        ...hidden('404 PERSON_NOT_FOUND'),
        visitor: '401 REPORT_SIGN_IN_REQUIRED',
        owner: '400 OWN_REPORT',
      },
      request: (_s, as) =>
        ask(as, report, { body: { targetType: 'person', targetId: people.owner.id, reason: 'spam' } }),
    },
  ),
  row(listReports, {
    of: "a report about the owner's post",
    expected: {
      ...everyone('403 FORBIDDEN'),
      visitor: '401 SIGN_IN_REQUIRED',
      administrator: '200 sees',
    },
    async request(scene, as) {
      await host.call(report, { body: { targetType: 'post', targetId: scene.postId, reason: 'hate' } });
      return ask(as, listReports, {}, (data: { targetId: string }[]) =>
        data.some(({ targetId }) => targetId === scene.postId),
      );
    },
  }),
  row(resolveReports, {
    of: "a report about the owner's post",
    expected: { ...everyone('403 FORBIDDEN'), visitor: '401 SIGN_IN_REQUIRED', administrator: '200' },
    async request(scene, as) {
      const target = { targetType: 'post', targetId: scene.postId } as const;
      await host.call(report, { body: { ...target, reason: 'hate' } });
      return ask(as, resolveReports, { body: { ...target, action: 'remove' } });
    },
  }),
  row(sync, {
    of: "the owner's stream",
    expected: ownerOnly('404 STREAM_UNKNOWN', '404 STREAM_UNKNOWN'),
    async request(_scene, as) {
      const stream = await TestStream.open(people.owner);
      const outcome = await ask(as, sync, { body: { streamId: stream.id, areas: [] } });
      stream.close();
      return outcome;
    },
  }),
  ...[getMedia, getThumbnail].map((endpoint) =>
    row(
      endpoint,
      {
        of: 'a picture of a post',
        expected: { ...everyone('200'), ...hidden('404 NOT_FOUND') },
        request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.mediaId)),
      },
      {
        of: "the owner's avatar",
        expected: { ...everyone('200'), ...hidden('404 NOT_FOUND') },
        request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.avatarId)),
      },
      {
        of: 'a picture of a deleted post',
        expected: everyone('404 NOT_FOUND'),
        request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.removedMediaId)),
      },
    ),
  ),
  row(saveProfile, {
    of: "the owner's profile",
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
    request: (_s, as) =>
      ask(as, saveProfile, { params: { userId: people.owner.id }, body: { bio: 'I play chess' } }),
  }),
  row(saveAvatar, {
    of: 'the own picture',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, saveAvatar, { body: { avatarUrl: null } }),
  }),
  row(createPost, {
    of: 'an own post',
    expected: { ...everyone('200'), visitor: '401 POST_SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, createPost, { body: { content: 'x', location: haight } }),
  }),
  row(editPost, {
    of: "the owner's post",
    expected: ownerOnly('401 EDIT_SIGN_IN_REQUIRED', '403 NOT_YOUR_POST_TO_EDIT', '404 POST_NOT_FOUND'),
    request: (scene, as) =>
      ask(as, editPost, { params: { messageId: scene.postId }, body: { content: 'Go?' } }),
  }),
  row(removePost, {
    of: "the owner's post",
    expected: ownerOnly('401 DELETE_SIGN_IN_REQUIRED', '403 NOT_YOUR_POST', '404 POST_NOT_FOUND'),
    request: (scene, as) => ask(as, removePost, { params: { messageId: scene.postId }, body: {} }),
  }),
  row(
    listReactions,
    {
      of: "the owner's post",
      expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
      request: (scene, as) => ask(as, listReactions, { query: { messageId: scene.postId } }),
    },
    {
      of: "the owner's reaction to somebody else's post",
      expected: seenByAllBut('200 without'),
      request: (scene, as) =>
        ask(as, listReactions, { query: { messageId: scene.hostPostId } }, (data: { userId: string }[]) =>
          data.some(({ userId }) => userId === people.owner.id),
        ),
    },
  ),
  ...[addReaction, removeReaction].map((endpoint) =>
    row(endpoint, {
      of: "the owner's post",
      expected: {
        ...everyone('200'),
        ...hidden('404 POST_NOT_FOUND'),
        visitor: '401 REACTION_SIGN_IN_REQUIRED',
      },
      request: (scene, as) => ask(as, endpoint, { body: { messageId: scene.postId, reactionType: 'AGREE' } }),
    }),
  ),
  row(
    listComments,
    {
      of: "the owner's post",
      expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
      request: (scene, as) => ask(as, listComments, { query: { messageId: scene.postId } }),
    },
    {
      of: "the owner's comment on somebody else's post",
      expected: seenByAllBut('200 without'),
      request: (scene, as) =>
        ask(as, listComments, { query: { messageId: scene.hostPostId } }, (data: { id: string }[]) =>
          data.some(({ id }) => id === scene.commentId),
        ),
    },
  ),
  row(
    addComment,
    {
      of: "the owner's post",
      expected: {
        ...everyone('200'),
        ...hidden('404 POST_NOT_FOUND'),
        visitor: '401 COMMENT_SIGN_IN_REQUIRED',
      },
      request: (scene, as) => ask(as, addComment, { body: { messageId: scene.postId, content: 'Yes' } }),
    },
    {
      of: "an answer to the owner's comment",
      expected: {
        ...everyone('200'),
        ...hidden('404 COMMENT_NOT_FOUND'),
        visitor: '401 COMMENT_SIGN_IN_REQUIRED',
      },
      request: (scene, as) =>
        ask(as, addComment, {
          body: { messageId: scene.hostPostId, parentId: scene.commentId, content: 'Yes' },
        }),
    },
  ),
  row(
    removeComment,
    {
      of: "the owner's comment on somebody else's post",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_COMMENT', '404 COMMENT_NOT_FOUND'),
      request: (scene, as) => ask(as, removeComment, { params: { commentId: scene.commentId }, body: {} }),
    },
    {
      of: "somebody else's comment on the owner's post",
      expected: {
        ...everyone('403 NOT_YOUR_COMMENT'),
        ...hidden('404 COMMENT_NOT_FOUND'),
        visitor: '401 SIGN_IN_REQUIRED',
      },
      request: (scene, as) =>
        ask(as, removeComment, { params: { commentId: scene.hostCommentId }, body: {} }),
    },
  ),
  row(addBookmark, {
    of: "the owner's post",
    expected: {
      ...everyone('200'),
      ...hidden('404 POST_NOT_FOUND'),
      visitor: '401 BOOKMARK_SIGN_IN_REQUIRED',
      owner: '400 OWN_POST_BOOKMARK',
    },
    request: (scene, as) => ask(as, addBookmark, { body: { messageId: scene.postId } }),
  }),
  row(removeBookmark, {
    of: "the owner's post",
    expected: { ...everyone('200'), visitor: '401 UNBOOKMARK_SIGN_IN_REQUIRED' },
    request: (scene, as) => ask(as, removeBookmark, { body: { messageId: scene.postId } }),
  }),
  row(
    listPosts,
    ...(
      [
        ['everything', () => ({})],
        ['by author', () => ({ userId: people.owner.id })],
        ['by ids', (scene) => ({ ids: scene.postId })],
        ['by place', () => ({ ...haight, radiusKm: 5 })],
        ['by map view', () => ({ west: -123, south: 37, east: -122, north: 38 })],
        ['by keyword', () => ({ keywords: 'chess' })],
      ] as [string, (scene: Scene) => object][]
    ).map(
      ([of, query]): Case => ({
        of,
        expected: seenByAllBut('200 without'),
        request: (scene, as) => ask(as, listPosts, { query: query(scene) }, holdsPost(scene)),
      }),
    ),
    {
      of: 'the own posts',
      expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
      request: (scene, as) => ask(as, listPosts, { query: { view: 'mine' } }, holdsPost(scene)),
    },
    {
      of: 'the bookmarked posts',
      expected: {
        ...seenByAllBut('200 without'),
        visitor: '401 SIGN_IN_REQUIRED',
        owner: '200 without',
      },
      request: (scene, as) => ask(as, listPosts, { query: { view: 'bookmarked' } }, holdsPost(scene)),
    },
  ),
  row(findPlaces, {
    of: 'towns',
    expected: everyone('200'),
    request: (_scene, as) => ask(as, findPlaces, { query: { query: 'san' } }),
  }),
  row(listMapCounts, {
    of: 'a box, the same for all',
    expected: everyone('200'),
    request: (_scene, as) =>
      ask(as, listMapCounts, { query: { west: -123, south: 37, east: -122, north: 38, zoom: 9 } }),
  }),
  row(getPost, {
    of: "the owner's post",
    expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
    request: (scene, as) => ask(as, getPost, { params: { messageId: scene.postId } }),
  }),
  row(
    listBookmarks,
    {
      of: 'the own bookmarks',
      expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
      request: (scene, as) =>
        ask(as, listBookmarks, {}, (data: { messageId: string }[]) =>
          data.some(({ messageId }) => messageId === scene.postId),
        ),
    },
    {
      of: "the owner's bookmarks",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => ask(as, listBookmarks, { query: { userId: people.owner.id } }),
    },
  ),
  row(
    listUsers,
    {
      of: 'the owner among the people',
      expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) =>
        ask(as, listUsers, {}, (data: { id: string }[]) => data.some(({ id }) => id === people.owner.id)),
    },
    {
      of: 'the owner by id',
      expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) =>
        ask(
          as,
          listUsers,
          { query: { userId: people.owner.id } },
          (data: { id: string }[]) => data[0]?.id === people.owner.id,
        ),
    },
    {
      of: "how many posts the owner has: none for those who can't see them",
      expected: seenByAllBut('200 without'),
      request: (_s, as) =>
        ask(
          as,
          listUsers,
          { query: { userId: people.owner.id, messageCount: 'true' } },
          (data: { messageCount: number }) => data.messageCount > 0,
        ),
    },
  ),
  row(getProfile, {
    of: "the owner's profile",
    expected: { ...everyone('200'), ...hidden('404 PROFILE_NOT_FOUND') },
    request: (_s, as) => ask(as, getProfile, { params: { userId: people.owner.id } }),
  }),
  row(listProfiles, {
    of: 'the owner among the profiles',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, listProfiles, {}, (data: object) => people.owner.id in data),
  }),
  row(sharePresence, {
    of: 'the own position',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, sharePresence, { body: haight }),
  }),
  row(clearPresence, {
    of: 'the own position',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, clearPresence, { body: {} }),
  }),
  row(findMatches, {
    of: 'the owner among the people nearby',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
    async request(_scene, as, role) {
      await people.owner.get(sharePresence, { body: haight });
      if (role !== 'visitor') await as.get(sharePresence, { body: haight });
      return ask(as, findMatches, {}, (data: { profile: { id: string } }[]) =>
        data.some(({ profile }) => profile.id === people.owner.id),
      );
    },
  }),
  row(searchProfiles, {
    of: 'the owner by name',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
    request: (_s, as) =>
      ask(as, searchProfiles, { query: { name: 'owne' } }, (data: { id: string }[]) =>
        data.some(({ id }) => id === people.owner.id),
      ),
  }),
  row(loadDemoTown, {
    of: 'a town that is there already',
    expected: everyone('409 DEMO_TOWN_LOADED'),
    request: (_s, as) => ask(as, loadDemoTown, { body: {} }),
  }),
  row(
    { method: 'GET', path: eventsPath },
    {
      of: 'a stream without a name',
      expected: everyone('200'),
      request: (_s, as) => askForStream(as, ''),
    },
    {
      of: "the owner's stream",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => askForStream(as, `?userId=${people.owner.id}`),
    },
  ),
  row(
    { method: 'GET', path: '/api/auth/sign-in' },
    {
      of: 'the way to the provider',
      expected: everyone('302'),
      request: async (_s, as) => `${(await as.fetch('/api/auth/sign-in')).status}`,
    },
  ),
  row(
    { method: 'GET', path: '/api/auth/callback' },
    {
      of: 'an answer nobody asked for',
      expected: everyone('303 /?signIn=failed&code=SIGN_IN_FAILED'),
      async request(_scene, as) {
        const answer = await new TestPerson(as.origin).fetch('/api/auth/callback?code=x&state=y');
        return `${answer.status} ${answer.headers.get('location')}`;
      },
    },
  ),
  ...['/api/openapi.json', '/api/docs'].map((path) =>
    row(
      { method: 'GET', path },
      {
        of: 'the description of the API',
        expected: everyone('200'),
        request: async (_s, as) => `${(await as.fetch(path)).status}`,
      },
    ),
  ),
];

async function askForStream(as: TestPerson, query: string): Promise<Outcome> {
  const stop = new AbortController();
  const answer = await as.fetch(eventsPath + query, { signal: stop.signal });
  const outcome =
    answer.status === 200 ? '200' : `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  stop.abort();
  return outcome;
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const advice =
  'has no row in the authorisation matrix: add one to `rows` in server/src/authorisation.test.ts that says for every role which status and code it gets and, for reads, whether the thing is in the answer.';

test('every call has a row', () => {
  const known = new Set(rows.map(nameOf));
  const documented = Object.entries(app.server.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const missing = [...endpoints, ...documented].filter((call) => !known.has(nameOf(call)));
  expect(missing.map((call) => `${nameOf(call)} ${advice}`)).toEqual([]);
  expect(rows.length).toBe(known.size);
});

describe.each(rows.map((entry) => [nameOf(entry), entry] as const))('%s', (_name, { cases }) => {
  test.each(cases.map((entry) => [entry.of, entry] as const))('%s', async (_of, { expected, request }) => {
    const outcomes: Partial<Record<Role, Outcome>> = {};
    // The owner comes last: what is taken away must have been there for everybody else.
    const order = [...roles].sort((a, b) => Number(a === 'owner') - Number(b === 'owner'));
    const scene = await makeScene();
    for (const role of order) outcomes[role] = await request(scene, people[role], role);
    expect(outcomes).toEqual(expected);
  });
});

const needsSession = endpoints.filter(({ who }) => who === 'signed-in');
const namesActor = endpoints.filter(({ actor }) => actor !== undefined);

/** Path parameters of the right form that stand for nothing. */
const paramsOf = (endpoint: Endpoint) =>
  Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nothing']));

test.each(needsSession.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s refuses visitors in its own words before it looks at the request (AUTH-049)',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/\{\w+\}/g, 'nothing');
    const answer = await app.visitor().fetch(path, {
      method: endpoint.method,
      ...(endpoint.method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: 'not json' }),
    });
    const code = (endpoint.signInError ?? 'SIGN_IN_REQUIRED') as ErrorCode;
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ success: false, error: errorDefinitions[code].text, code });
  },
);

/** The fields of a DELETE may come either way. */
const placesOfNames = namesActor.flatMap((endpoint) => {
  if (endpoint.method === 'GET') return [['query', nameOf(endpoint), endpoint] as const];
  const inBody = ['body', nameOf(endpoint), endpoint] as const;
  return endpoint.method === 'DELETE' ? [inBody, ['query', nameOf(endpoint), endpoint] as const] : [inBody];
});

test.each(placesOfNames)(
  'somebody else as userId in the %s of %s is refused (AUTH-049)',
  async (place, _name, endpoint) => {
    // What the endpoints need besides, so that only the name is wrong.
    const rest = {
      messageId: 'nothing',
      reactionType: 'AGREE',
      content: 'x',
      avatarUrl: null,
      targetType: 'post',
      targetId: 'nothing',
      reason: 'spam',
      action: 'dismiss',
    };
    const input =
      place === 'body'
        ? { body: { ...rest, ...haight, location: haight, userId: people.owner.id } }
        : { query: { ...rest, userId: people.owner.id } };
    expect(await people.stranger.call(endpoint, { params: paramsOf(endpoint), ...input })).toMatchObject({
      success: false,
      status: 403,
      code: 'NOT_YOURSELF',
    });
  },
);

describe('what a block takes away besides (BLOCK-020)', () => {
  const hiddenRoles = ['blocker', 'blocked'] as const;

  test('counts of comments and reactions leave hidden people out', async () => {
    const scene = await makeScene();
    const stranger = people.stranger;
    await stranger.get(addReaction, { body: { messageId: scene.hostPostId, reactionType: 'HEART' } });
    await stranger.get(addComment, { body: { messageId: scene.hostPostId, content: 'Me too' } });
    const params = { messageId: scene.hostPostId };
    const seen = await stranger.get(getPost, { params });
    expect(seen.data).toMatchObject({ commentCount: 2, reactions: { HEART: 2 } });
    for (const role of hiddenRoles) {
      const { data } = await people[role].get(getPost, { params });
      expect(data).toMatchObject({
        commentCount: 1,
        _count: { comments: 1, reactions: 1 },
        reactions: { HEART: 1 },
      });
    }
  });

  test('an answer below a hidden comment is neither shown nor counted', async () => {
    const scene = await makeScene();
    const messageId = scene.hostPostId;
    const answered = await people.stranger.get(addComment, {
      body: { messageId, parentId: scene.commentId, content: 'Good to hear' },
    });
    await host.get(addComment, { body: { messageId, parentId: answered.data.id, content: 'Indeed' } });
    expect((await host.get(getPost, { params: { messageId } })).data.commentCount).toBe(3);
    for (const role of hiddenRoles) {
      expect((await people[role].get(listComments, { query: { messageId } })).data).toEqual([]);
      expect((await people[role].get(getPost, { params: { messageId } })).data.commentCount).toBe(0);
      const [listed] = (await people[role].get(listPosts, { query: { ids: messageId } })).data;
      expect(listed?.commentCount).toBe(0);
    }
  });

  test('what one said before a block can be taken back, and only that', async () => {
    const scene = await makeScene();
    const dora = await app.person('Dora');
    const said = await dora.get(addComment, { body: { messageId: scene.postId, content: 'Me' } });
    await dora.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
    await block(app.deps, people.owner, dora);
    const reaction = { messageId: scene.postId, reactionType: 'HEART' };
    expect(await dora.call(removeReaction, { body: reaction })).toMatchObject({ status: 200 });
    expect(await dora.call(removeReaction, { body: reaction })).toMatchObject({ code: 'POST_NOT_FOUND' });
    const params = { commentId: said.data.id };
    expect(await dora.call(removeComment, { params, body: {} })).toMatchObject({ status: 200 });
    const seen = await host.get(getPost, { params: { messageId: scene.postId } });
    expect(seen.data).toMatchObject({ reactions: {}, commentCount: 1 });
    expect(await dora.call(getPost, { params: { messageId: scene.postId } })).toMatchObject({ status: 404 });
  });

  test('the stream carries nothing of hidden people, nor about their posts', async () => {
    const { postId, hostPostId } = await makeScene();
    const { location } = (await host.get(getPost, { params: { messageId: postId } })).data;
    const { location: hostLocation } = (await host.get(getPost, { params: { messageId: hostPostId } })).data;
    const cells = [...new Set([cellOf(location, 12), cellOf(hostLocation, 12)])];
    const streams = {} as Record<Role, TestStream>;
    for (const role of roles) {
      streams[role] = await TestStream.open(people[role]);
      await streams[role].listen(cells);
    }

    const made = await people.owner.post({ content: 'Anyone?' });
    await people.owner.get(addReaction, { body: { messageId: hostPostId, reactionType: 'SAD' } });
    await people.owner.get(addComment, { body: { messageId: hostPostId, content: 'Hm' } });
    await people.stranger.get(addReaction, { body: { messageId: postId, reactionType: 'SAD' } });
    await people.stranger.get(addComment, { body: { messageId: postId, content: 'Hm' } });
    await people.owner.get(removePost, { params: { messageId: made.id }, body: {} });
    // Frames of a cell come in order, so who has heard of these has heard of all before.
    await people.stranger.get(addReaction, { body: { messageId: hostPostId, reactionType: 'LAUGH' } });
    const lastPost = await host.post({ content: 'The end' });
    const isLast = (event: { messageId: string; userId: string }) =>
      event.messageId === hostPostId && event.userId === people.stranger.id;

    for (const role of roles) {
      await streams[role].untilEvent(isLast);
      await streams[role].untilEvent(({ messageId }) => messageId === lastPost.id);
    }
    // One more batch for the other cell.
    await new Promise((resolve) => setTimeout(resolve, 400));
    for (const role of roles) {
      const about = streams[role].events.filter(
        ({ userId, messageId }) => userId === people.owner.id || [postId, made.id].includes(messageId),
      );
      const isHidden = role === 'blocker' || role === 'blocked';
      expect([role, about.length]).toEqual([role, isHidden ? 0 : 6]);
      streams[role].close();
    }
  });
});
