import { getProfile, listProfiles } from '@dazi/contract/discovery/people';
import { getSession } from '@dazi/contract/identity/identity';
import { defaultPreferences, defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import { type Privacy, saveProfile } from '@dazi/contract/people/profiles';
import { addComment } from '@dazi/contract/posts/comments';
import { getPost } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockAccount } from '#features/identity/identity.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { hideFace } from './hidden-faces.service.ts';

let app: TestApp;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  bob = await app.person('Bob');
});
afterAll(() => app.close());

const seenBy = async (person: TestPerson, userId: string) =>
  (await person.get(getProfile, { params: { userId } })).data;
const save = (person: TestPerson, body: object) =>
  person.call(saveProfile, { params: { userId: person.id }, body });

const whole = {
  displayName: 'Ann',
  bio: 'I play chess',
  age: 31,
  gender: 'F' as const,
  interests: ['gaming', 'running'],
  lookingFor: ['friendship' as const],
};

async function annWith(privacy: Partial<Privacy>, name: string): Promise<TestPerson> {
  const ann = await app.person(name);
  await ann.saveProfile({ ...whole, privacy });
  return ann;
}

describe('what others see (PROF-116)', () => {
  test('everything but the settings by default', async () => {
    const ann = await annWith({}, 'Ann open');
    for (const other of [bob, app.visitor()]) {
      const profile = await seenBy(other, ann.id);
      // Visitors are shown no age, no gender, and not when somebody was there.
      const facts =
        other === bob ? whole : { bio: '', age: null, gender: null, interests: [], lookingFor: [] };
      expect(profile).toMatchObject({ ...facts, userId: ann.id, user: { name: 'Ann' } });
      expect(profile.lastActive !== null).toBe(other === bob);
      expect(profile).not.toHaveProperty('privacy');
      expect(profile).not.toHaveProperty('preferences');
    }
    expect(await seenBy(ann, ann.id)).toMatchObject({
      preferences: defaultPreferences,
      privacy: defaultPrivacy,
    });
  });

  test('no age, here and at posts, when showAge is false', async () => {
    const ann = await annWith({ showAge: false }, 'Ann ageless');
    const post = await ann.post();
    expect(post.user.age).toBe(31);
    for (const other of [bob, app.visitor()]) {
      expect((await seenBy(other, ann.id)).age).toBeNull();
      const params = { messageId: post.id };
      expect((await other.get(getPost, { params })).data.user.age).toBeNull();
    }
    expect((await bob.get(listProfiles)).data[ann.id]?.age).toBeNull();
    expect((await seenBy(ann, ann.id)).age).toBe(31);
  });

  test('no last activity when showOnlineStatus is false', async () => {
    const ann = await annWith({ showOnlineStatus: false }, 'Ann unseen');
    app.clock.advance(1000);
    await save(ann, { bio: 'I play Go' });
    const seen = await seenBy(bob, ann.id);
    expect(seen.lastActive).toBeNull();
    // Nor when they were at their profile.
    expect(seen.updatedAt).toBe(seen.createdAt);
    expect((await bob.get(listProfiles)).data[ann.id]?.lastActive).toBeNull();
    expect((await seenBy(ann, ann.id)).lastActive).not.toBeNull();
  });

  test('name and picture only when private, here and at posts', async () => {
    const ann = await annWith({ profileVisibility: 'private' }, 'Ann private');
    const post = await ann.post();
    const bare = { bio: null, age: null, gender: null, interests: [], lookingFor: [], lastActive: null };
    for (const other of [bob, app.visitor()]) {
      expect(await seenBy(other, ann.id)).toMatchObject({
        displayName: 'Ann',
        user: { name: 'Ann' },
        ...bare,
      });
      const { user } = (await other.get(getPost, { params: { messageId: post.id } })).data;
      expect(user).toMatchObject({ name: 'Ann', age: null, gender: null });
    }
    expect((await bob.get(listProfiles)).data[ann.id]).toMatchObject(bare);
    expect(await seenBy(ann, ann.id)).toMatchObject(whole);
  });

  test('who never saved one has none (PROF-114)', async () => {
    const ann = await app.person('Ann without', { profile: false });
    for (const other of [bob, ann, app.visitor()]) {
      expect(await other.call(getProfile, { params: { userId: ann.id } })).toMatchObject({
        status: 404,
        code: 'PROFILE_NOT_FOUND',
        error: 'Profile not found',
      });
    }
  });
});

describe('what is counted of somebody (PROF-028)', () => {
  const statsSeenBy = async (person: TestPerson, userId: string) => (await seenBy(person, userId)).stats;
  const react = (person: TestPerson, messageId: string) =>
    person.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
  const comment = (person: TestPerson, messageId: string) =>
    person.get(addComment, { body: { messageId, content: 'Me too' } });

  test('comes from what there is, and is zero before', async () => {
    const [ann, cleo] = [await annWith({}, 'Ann counted'), await app.person('Cleo counted')];
    const nothing = {
      messagesSent: 0,
      messagesReceived: 0,
      reactionsGiven: 0,
      reactionsReceived: 0,
      connectionsMade: 0,
      citiesVisited: 0,
    };
    expect(await statsSeenBy(bob, ann.id)).toEqual(nothing);
    const [own, theirs] = [await ann.post(), await cleo.post()];
    await ann.post({ location: { latitude: 35.68, longitude: 139.76 } });
    const gone = await ann.post();
    for (const person of [ann, cleo]) await react(person, gone.id);
    await ann.get(removePost, { params: { messageId: gone.id }, body: {} });
    for (const person of [ann, cleo, bob]) await react(person, own.id);
    for (const person of [ann, cleo]) await comment(person, own.id);
    await react(ann, theirs.id);
    const seen = {
      messagesSent: 2,
      messagesReceived: 1,
      reactionsGiven: 1,
      reactionsReceived: 2,
      // With Cleo in both directions, with Bob in one.
      connectionsMade: 1,
      citiesVisited: 2,
    };
    for (const person of [bob, ann, app.visitor()]) expect(await statsSeenBy(person, ann.id)).toEqual(seen);
    expect((await save(ann, { bio: 'Counted' })) as object).toMatchObject({ data: { stats: seen } });

    const dora = await app.person('Dora counted');
    await block(app.deps, dora, cleo);
    expect(await statsSeenBy(dora, ann.id)).toEqual({
      ...seen,
      messagesReceived: 0,
      reactionsGiven: 0,
      reactionsReceived: 1,
      connectionsMade: 0,
    });
  });

  test('is told of a private profile to its owner alone', async () => {
    const ann = await annWith({ profileVisibility: 'private' }, 'Ann uncounted');
    expect(await seenBy(bob, ann.id)).not.toHaveProperty('stats');
    expect(await statsSeenBy(ann, ann.id)).toMatchObject({ messagesSent: 0 });
  });
});

describe('changing', () => {
  test('what is not named stays, in preferences and privacy too', async () => {
    const ann = await annWith({ showAge: false }, 'Ann changing');
    await save(ann, { preferences: { maxDistance: 7 } });
    await save(ann, { privacy: { profileVisibility: 'public' } });
    await save(ann, { bio: null });
    await save(ann, {});
    await save(ann, { privacy: { locationSharing: { enabled: false } } });
    await save(ann, { privacy: { locationSharing: { precision: 'exact' } } });
    await save(ann, { preferences: { notificationSettings: { reactions: false } } });
    await save(ann, { preferences: { notificationSettings: { cityUpdates: false } } });
    const { notificationSettings } = defaultPreferences;
    expect(await seenBy(ann, ann.id)).toMatchObject({
      ...whole,
      bio: null,
      preferences: {
        ...{ ...defaultPreferences, maxDistance: 7 },
        notificationSettings: { ...notificationSettings, reactions: false, cityUpdates: false },
      },
      privacy: {
        ...{ ...defaultPrivacy, showAge: false, profileVisibility: 'public' },
        locationSharing: { enabled: false, precision: 'exact' },
      },
    });
  });

  test('a device that knows of none makes a first one, and leaves the one that is there', async () => {
    const ann = await app.person('Ann anew', { profile: false });
    const first = { displayName: 'Ann anew', bio: 'Ask me about my favourite bench.', ifNone: true };
    expect(await save(ann, first)).toMatchObject({ status: 200, data: { bio: first.bio } });
    await save(ann, { bio: 'Mine', privacy: { showAge: false } });
    const second = { ...first, displayName: 'Somebody', age: 18, privacy: { showAge: true } };
    expect(await save(ann, second)).toMatchObject({ status: 200, data: { bio: 'Mine' } });
    expect(await seenBy(ann, ann.id)).toMatchObject({
      ...{ displayName: 'Ann anew', bio: 'Mine', isConfirmed: false },
      privacy: { showAge: false },
    });
  });

  test('interests are those of the catalogue, each once (PROF-113)', async () => {
    const ann = await app.person('Ann interested');
    const chosen = ['wine-tasting', 'ai', 'wine-tasting'];
    await save(ann, { interests: chosen, lookingFor: ['dating', 'dating'] });
    const kept = { interests: ['wine-tasting', 'ai'], lookingFor: ['dating'] };
    expect(await seenBy(bob, ann.id)).toMatchObject(kept);
    expect(await save(ann, { interests: ['ai', 'chess'], bio: 'lost' })).toMatchObject({
      status: 400,
      code: 'INTEREST_UNKNOWN',
    });
    expect(await seenBy(bob, ann.id)).toMatchObject({ ...kept, bio: null });
  });

  test('a name is one line that keeps its direction, wherever an operator or a mail shows it', async () => {
    const ann = await app.person('Ann in one line');
    const saved = (name: string) =>
      ann.get(saveProfile, { params: { userId: ann.id }, body: { displayName: name } });
    const { data } = await saved('Theo\u001b[2J\r\n2026-12-01 \u202epost');
    expect(data).toMatchObject({
      displayName: 'Theo [2J  2026-12-01  post',
      user: { name: 'Theo [2J  2026-12-01  post' },
    });
    expect((await saved('Zoë 🙂\u200d name')).data.displayName).toBe('Zoë 🙂\u200d name');
  });

  test('name and gender are mirrored to the account (AUTH-053)', async () => {
    const ann = await app.person('Ann mirrored');
    await save(ann, { displayName: '  Annabel ', gender: 'M' });
    expect((await ann.get(getSession)).data).toMatchObject({ name: 'Annabel', gender: 'M' });
    await save(ann, { gender: null });
    expect((await ann.get(getSession)).data).toMatchObject({ name: 'Annabel', gender: null });
    const post = await ann.call(saveProfile, { params: { userId: ann.id }, body: { displayName: 'A' } });
    expect(post).toMatchObject({ status: 200, data: { displayName: 'A', user: { name: 'A' } } });
  });

  test('statistics, ids and times of the request count for nothing', async () => {
    const ann = await app.person('Ann counting');
    const before = await seenBy(ann, ann.id);
    const forged = {
      id: bob.id,
      userId: bob.id,
      createdAt: '2001-01-01T00:00:00.000Z',
      lastActive: '2001-01-01T00:00:00.000Z',
      verified: true,
      stats: { messagesSent: 1e9 },
    };
    const answer = await save(ann, forged);
    expect(answer).toMatchObject({ status: 200, data: { ...before, updatedAt: expect.any(String) } });
    expect(JSON.stringify(answer)).not.toContain('1000000000');
  });

  test("somebody else's is refused and stays (PROF-114)", async () => {
    const ann = await annWith({}, 'Ann defended');
    const never = await app.person('Ann undefined', { profile: false });
    for (const userId of [ann.id, never.id, 'unknown']) {
      const params = { userId };
      expect(await bob.call(saveProfile, { params, body: { bio: 'hacked' } })).toMatchObject({
        status: 403,
        code: 'NOT_YOURSELF',
      });
    }
    expect(await seenBy(ann, ann.id)).toMatchObject(whole);
    expect(await bob.call(getProfile, { params: { userId: never.id } })).toMatchObject({ status: 404 });
  });

  test.each([
    ['age', [18, 120, null], [17, 121, 18.5, '30', -1]],
    ['gender', ['M', 'F', null], ['X', '', 'm', 1]],
    ['displayName', ['A', 'x'.repeat(50), `  ${'x'.repeat(50)}  `], ['', '   ', 'x'.repeat(51), null, 7]],
    ['bio', ['', 'x'.repeat(500), null], ['x'.repeat(501), 7]],
    [
      'interests',
      [[], ['hiking', 'ai']],
      [Array(33).fill('hiking'), ['<b>'], ['x'.repeat(41)], 'hiking', [7]],
    ],
    ['lookingFor', [[], ['dating', 'networking']], [['love'], 'dating']],
    ['privacy', [{ showAge: true }], [{ showAge: 'yes' }, { profileVisibility: 'friends' }, 7]],
    [
      'preferences',
      [{ maxDistance: 1 }, { ageRange: { min: 30, max: 30 } }],
      [{ maxDistance: 0 }, { ageRange: { min: 17, max: 20 } }, { ageRange: { min: 30, max: 29 } }, 'x'],
    ],
  ] as [string, unknown[], unknown[]][])(
    '%s has its limits (PROF-115, PROF-117)',
    async (field, good, bad) => {
      const ann = await app.person(`Ann ${field}`);
      for (const value of good) {
        expect([value, (await save(ann, { [field]: value })).status]).toEqual([value, 200]);
      }
      const before = await seenBy(ann, ann.id);
      for (const value of bad) {
        const answer = await save(ann, { [field]: value, bio: field === 'bio' ? value : 'not kept' });
        expect([value, answer.status]).toEqual([value, 400]);
        expect(answer).toMatchObject({ code: 'INVALID_INPUT' });
        // Field errors name the place, never the value.
        expect(JSON.stringify(answer)).toContain(field);
        if (typeof value === 'string' && value.length > 20)
          expect(JSON.stringify(answer)).not.toContain(value);
      }
      expect(await seenBy(ann, ann.id)).toEqual(before);
    },
  );
});

describe('what everybody begins with', () => {
  const seen = async (viewer: TestPerson, person: TestPerson) =>
    (await viewer.get(getProfile, { params: { userId: person.id } })).data;

  test('is shown to nobody else until they say that it is theirs (PROF-031 to PROF-033)', async () => {
    const viewer = await app.person('Viewer of beginners');
    const person = await app.person('Beginner', { profile: false });
    await person.saveProfile({ displayName: 'Beginner', bio: 'A line nobody wrote', age: 18, gender: 'F' });
    const hidden = { age: null, gender: null, bio: '', isConfirmed: false };
    for (const as of [viewer, app.visitor()]) {
      expect(await seen(as, person)).toMatchObject(hidden);
      expect(await seen(as, person)).not.toHaveProperty('confirmedAt');
    }
    expect(await seen(person, person)).toMatchObject({ age: 18, gender: 'F', confirmedAt: null });

    await person.saveProfile({ confirmed: true });
    const shown = { age: 18, gender: 'F', bio: 'A line nobody wrote', isConfirmed: true };
    expect(await seen(viewer, person)).toMatchObject(shown);
    const { confirmedAt } = await seen(person, person);
    expect(confirmedAt).toBe(app.clock.read().toISOString());
    // The first time counts, and nothing takes it back.
    app.clock.advance(1000);
    await person.saveProfile({ confirmed: false, age: 40 });
    expect(await seen(person, person)).toMatchObject({ confirmedAt, age: 40 });
  });

  test.each([{ age: 19 }, { gender: 'M' as const }])(
    'is theirs when they name something else: %o',
    async (said) => {
      const person = await app.person(`Beginner ${JSON.stringify(said)}`, { profile: false });
      await person.saveProfile({ displayName: 'Beginner', gender: null });
      expect((await seen(person, person)).confirmedAt).toBeNull();
      await person.saveProfile(said);
      expect((await seen(person, person)).confirmedAt).not.toBeNull();
    },
  );
});

describe('what moderators hide while its owner saves something else', () => {
  const bio = 'Buy my coins';
  /** The second begins when the first has done its work, and its transaction stands open for a moment more. */
  async function overlapped<Done>(
    first: (inner: TransactingDeps) => Promise<unknown>,
    second: () => Promise<Done>,
  ): Promise<Done> {
    let done = () => {};
    const isDone = new Promise<void>((resolve) => {
      done = resolve;
    });
    const holding = app.deps.transact(async (inner) => {
      await first(inner);
      done();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });
    await isDone;
    const answer = await second();
    await holding;
    return answer;
  }

  test('stays hidden', async () => {
    const ann = await app.person('Ann, saving');
    await ann.saveProfile({ ...whole, bio });
    const saved = await overlapped(
      (inner) => hideFace(inner, ann.id, 'bio'),
      () => save(ann, { privacy: { showAge: false } }),
    );
    expect(saved).toMatchObject({ status: 200 });
    expect(await seenBy(ann, ann.id)).toMatchObject({ bio: '', privacy: { showAge: false } });
  });

  test.each(['bio', 'name'] as const)('takes nothing of that back: %s', async (part) => {
    const ann = await app.person(`Ann, saved beside her ${part}`);
    await ann.saveProfile({ ...whole, bio });
    await overlapped(
      async (inner) => {
        await lockAccount(inner, ann.id);
        await inner.db.execute(
          sql`UPDATE profiles SET privacy = jsonb_set(privacy, '{profileVisibility}', '"private"') WHERE user_id = ${ann.id}`,
        );
      },
      () => app.deps.transact((inner) => hideFace(inner, ann.id, part)),
    );
    const hidden = part === 'bio' ? { bio: '' } : { displayName: 'User' };
    expect(await seenBy(ann, ann.id)).toMatchObject({ ...hidden, privacy: { profileVisibility: 'private' } });
  });
});
