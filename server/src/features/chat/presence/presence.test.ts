import { clearPresence, sharePresence } from '@dazi/contract/chat/presence';
import { presenceLifetimes } from '@dazi/contract/chat/presence.rules';
import { findMatches } from '@dazi/contract/discovery/people';
import { signOut } from '@dazi/contract/identity/identity';
import { defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { forgetOldPresence } from './presence.service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
});
afterAll(() => app.close());

beforeEach(async () => {
  for (const person of [ann, bob]) {
    await person.saveProfile({ privacy: defaultPrivacy });
    await person.get(clearPresence, { body: {} });
  }
});

interface Row {
  user_id: string;
  latitude: number;
  longitude: number;
  display: string;
}
const rowsOfAnn = () => rowsOf<Row>(app.deps.db, sql`SELECT * FROM presence WHERE user_id = ${ann.id}`);
const share = async (person: TestPerson, body: object = {}) =>
  (await person.get(sharePresence, { body: { ...haight, ...body } })).data;
const sharing = (locationSharing: object) => ({
  privacy: { locationSharing: { ...defaultPrivacy.locationSharing, ...locationSharing } },
});
const seesAnn = async () => (await bob.get(findMatches)).data.some(({ profile }) => profile.id === ann.id);

describe('what is kept of a shared position', () => {
  test('one row a person with the displayed position alone', async () => {
    const first = await share(ann);
    expect(distanceKm(first, haight)).toBeGreaterThan(0.4);
    expect(first.display).toBe('approximate');
    expect(await share(ann)).toEqual(first);
    expect(await rowsOfAnn()).toMatchObject([
      { latitude: first.latitude, longitude: first.longitude, display: 'approximate' },
    ]);
    const elsewhere = await share(ann, { latitude: 40.7, longitude: -74 });
    expect(distanceKm(elsewhere, first)).toBeGreaterThan(1000);
    expect(await rowsOfAnn()).toHaveLength(1);
  });

  test('exact only where both profile and request want it', async () => {
    expect((await share(ann, { locationDisplay: 'exact' })).display).toBe('approximate');
    await ann.saveProfile(sharing({ precision: 'exact' }));
    expect((await share(ann)).display).toBe('approximate');
    expect(await share(ann, { locationDisplay: 'exact' })).toMatchObject({ display: 'exact', ...haight });
  });

  test('nothing after "clear", as often as one likes', async () => {
    await share(ann);
    for (let time = 0; time < 2; time++) {
      expect(await ann.call(clearPresence, { body: {} })).toMatchObject({ status: 200, data: null });
      expect(await rowsOfAnn()).toEqual([]);
    }
  });

  test('nothing after signing out', async () => {
    const again = await app.visitor().signIn('Ann');
    await share(ann);
    await again.get(signOut, { body: {} });
    expect(await rowsOfAnn()).toEqual([]);
  });

  test('nothing and nothing new once sharing is turned off', async () => {
    await share(ann);
    await ann.saveProfile(sharing({ enabled: false }));
    expect(await rowsOfAnn()).toEqual([]);
    expect(await ann.call(sharePresence, { body: haight })).toMatchObject({
      status: 403,
      code: 'LOCATION_SHARING_OFF',
    });
    expect(await rowsOfAnn()).toEqual([]);
  });

  test('nothing of whoever has not confirmed their profile, and approximately at first', async () => {
    const cleo = await app.person('Cleo', { profile: false });
    expect(await cleo.call(sharePresence, { body: haight })).toMatchObject({ code: 'PROFILE_NOT_CONFIRMED' });
    await cleo.saveProfile({ confirmed: true });
    expect((await share(cleo, { locationDisplay: 'exact' })).display).toBe('approximate');
  });
});

describe('how long', () => {
  test('used for an hour, deleted after a day', async () => {
    const { sharedUntil } = await share(ann);
    const start = app.clock.read().getTime();
    expect(Date.parse(sharedUntil)).toBe(start + presenceLifetimes.used_ms);
    await share(bob);
    expect(await seesAnn()).toBe(true);

    app.clock.advance(presenceLifetimes.used_ms - 1);
    await share(bob);
    expect(await seesAnn()).toBe(true);
    app.clock.advance(1);
    expect(await seesAnn()).toBe(false);
    expect((await ann.get(findMatches)).sharedUntil).toBeNull();

    app.clock.advance(presenceLifetimes.kept_ms - presenceLifetimes.used_ms);
    await forgetOldPresence(app.deps);
    expect(await rowsOfAnn()).toHaveLength(1);
    app.clock.advance(1);
    await forgetOldPresence(app.deps);
    expect(await rowsOfAnn()).toEqual([]);
  });
});
