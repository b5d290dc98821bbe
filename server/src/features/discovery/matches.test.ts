import { clearPresence, sharePresence } from '@dazi/contract/chat/presence';
import { findMatches, searchProfiles } from '@dazi/contract/discovery/people';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import type { Preferences, Privacy } from '@dazi/contract/people/profiles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { searchFaces } from './people-nearby.store.ts';

let app: TestApp;
let ann: TestPerson;
let number = 0;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
});
afterAll(() => app.close());

const common = { interests: ['hiking', 'coffee'], lookingFor: ['friendship' as const] };
const at = (person: TestPerson, place: object = haight) =>
  person.get(sharePresence, { body: place as never });

beforeEach(async () => {
  await rowsOf(app.deps.db, sql`DELETE FROM presence`);
  await ann.saveProfile({ ...common, age: 30, preferences: defaultPreferences });
  await at(ann);
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Somebody new at the same place who has everything in common with Ann. */
async function somebody(changes: { privacy?: Partial<Privacy>; age?: number; name?: string } = {}) {
  number++;
  const person = await app.person(changes.name ?? `Person ${number}`);
  const { name: _name, ...facts } = changes;
  await person.saveProfile({ ...common, age: 30, ...facts });
  await at(person);
  return person;
}
const prefer = (preferences: Partial<Preferences>) => ann.saveProfile({ preferences });
const matches = async (person = ann) => (await person.get(findMatches)).data;
const annSees = async (person: TestPerson) =>
  (await matches()).some(({ profile }) => profile.id === person.id);

describe('people near you (PROF-119)', () => {
  test('are shown with score, about how far, and what is common', async () => {
    const theo = await somebody();
    const [match] = await matches();
    expect(match).toMatchObject({
      profile: { id: theo.id, age: 30, interests: common.interests },
      score: 100,
      sharedInterests: common.interests,
      sharedLookingFor: common.lookingFor,
    });
    // Both stand at the same corner; each is shown 1 to 2 km from the middle of its cell.
    expect(match!.distanceKm).toBeGreaterThan(0);
    expect(match!.distanceKm).toBeLessThan(6);
    expect(match!.distanceKm).toBe(Math.round(match!.distanceKm * 10) / 10);
    expect(JSON.stringify(match)).not.toMatch(/latitude|preferences|privacy|email/);
  });

  test('only by those who share their own position', async () => {
    const theo = await somebody();
    expect(await annSees(theo)).toBe(true);
    expect((await ann.get(findMatches)).sharedUntil).not.toBeNull();
    await ann.get(clearPresence, { body: {} });
    expect(await ann.get(findMatches)).toMatchObject({ data: [], sharedUntil: null });
    expect(await matches(theo)).toEqual([]);
  });

  test('not those who turned sharing off', async () => {
    const theo = await somebody();
    await theo.saveProfile({
      privacy: { locationSharing: { enabled: false, precision: 'approximate' } },
    });
    expect(await annSees(theo)).toBe(false);
  });

  test('not private ones, nor those hidden by a block of either', async () => {
    const hermit = await somebody({ privacy: { profileVisibility: 'private' } });
    const [blocker, blocked] = [await somebody(), await somebody()];
    expect([await annSees(hermit), await annSees(blocker), await annSees(blocked)]).toEqual([
      false,
      true,
      true,
    ]);
    await block(app.deps, blocker, ann);
    await block(app.deps, ann, blocked);
    expect([await annSees(blocker), await annSees(blocked)]).toEqual([false, false]);
    expect(await matches(blocker)).not.toContainEqual(
      expect.objectContaining({ profile: expect.objectContaining({ id: ann.id }) }),
    );
  });

  test('a private person sees others and is not seen', async () => {
    const hermit = await somebody({ privacy: { profileVisibility: 'private' } });
    expect((await matches(hermit)).map(({ profile }) => profile.id)).toContain(ann.id);
  });

  test('within the own greatest distance, across the date line too', async () => {
    const oakland = { latitude: 37.8044, longitude: -122.2712 };
    const theo = await somebody();
    await at(theo, oakland);
    await prefer({ maxDistance: 50 });
    expect(await annSees(theo)).toBe(true);
    await prefer({ maxDistance: 8 });
    expect(await annSees(theo)).toBe(false);
    await prefer({ maxDistance: 20_000 });
    await at(theo, { latitude: -37.77, longitude: 57 });
    expect(await annSees(theo)).toBe(true);

    await prefer({ maxDistance: 50 });
    await at(ann, { latitude: -17, longitude: 179.99 });
    await at(theo, { latitude: -17, longitude: -179.99 });
    expect(await annSees(theo)).toBe(true);
  });

  test('a hidden age or activity neither shows nor counts', async () => {
    const shy = await somebody({ privacy: { showAge: false, showOnlineStatus: false } });
    const found = (await matches()).find(({ profile }) => profile.id === shy.id);
    expect(found).toMatchObject({ score: 70, profile: { age: null, lastActive: null } });
    await prefer({ ageRange: { min: 29, max: 31 } });
    expect(await annSees(shy)).toBe(false);
  });

  test('of the wanted age, with a confirmed address where wanted', async () => {
    const [young, old] = [await somebody({ age: 22 }), await somebody({ age: 40 })];
    await prefer({ ageRange: { min: 25, max: 45 } });
    expect([await annSees(young), await annSees(old)]).toEqual([false, true]);
    await rowsOf(app.deps.db, sql`UPDATE users SET email_verified = false WHERE id = ${old.id}`);
    expect(await annSees(old)).toBe(true);
    await prefer({ showOnlyVerified: true });
    expect(await annSees(old)).toBe(false);
  });

  test('20 at most', async () => {
    for (let count = 0; count < 22; count++) await somebody();
    expect(await matches()).toHaveLength(20);
  });
});

describe('search by name (PROF-108)', () => {
  test.each([null, { centre: haight, radiusKm: 50 }])(
    'looks at no more profiles than it answers, of however many people with such a name: near %j',
    async (reach) => {
      const takenBack = new Error('taken back');
      let looked: number[] = [];
      const trying = app.deps.transact(async ({ db }) => {
        await db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
          SELECT 'many' || n, 'many', n, true, CASE n % 5 WHEN 0 THEN 'Ottilie ' ELSE 'Wilma ' END || n, true, now(), now()
          FROM generate_series(1, 1000) n`);
        await db.execute(sql`INSERT INTO profiles (user_id, display_name, interests, looking_for, preferences, privacy, created_at, updated_at)
          SELECT u.id, u.name, f.interests, f.looking_for, f.preferences, f.privacy, now(), now()
          FROM users u JOIN profiles f ON f.user_id = ${ann.id} WHERE u.issuer = 'many'`);
        await db.execute(sql`ANALYZE users, profiles`);
        const usedSince = new Date(0);
        const query = searchFaces(db, ann.id, 'ottili', { onlyVerified: false, reach, usedSince, limit: 10 });
        const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          db,
          sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query.getSQL()}`,
        );
        looked = nodesOf(row!['QUERY PLAN'][0].Plan)
          .filter((node) => node['Relation Name'] === 'profiles')
          .map(
            (node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
          );
        throw takenBack;
      });
      await expect(trying).rejects.toBe(takenBack);
      expect(looked).toEqual([10]);
    },
  );

  const found = async (name: string, person = ann) =>
    (await person.get(searchProfiles, { query: { name } })).data.map(({ displayName }) => displayName);

  test('finds a part of the name in any case, beginnings first, 10 at most, not oneself', async () => {
    await somebody({ name: 'Marabel Zed' });
    await somebody({ name: 'Old Marabel' });
    expect(await found('marabel')).toEqual(['Marabel Zed', 'Old Marabel']);
    expect(await found(' MARA ')).toEqual(['Marabel Zed', 'Old Marabel']);
    expect(await found('Ann')).not.toContain('Ann');
    for (let count = 0; count < 12; count++) await somebody({ name: `Tenfold ${count}` });
    expect(await found('tenfold')).toHaveLength(10);
  });

  test('finds letters of any width, and those that are put together of several', async () => {
    await somebody({ name: 'ＹＵＫＩ Ｚｅｄ' });
    await somebody({ name: 'Yuki Zed' });
    await somebody({ name: 'ｶｴﾃﾞ' });
    await somebody({ name: 'Zoé'.normalize('NFD') });
    for (const name of ['yuki', 'ＹＵＫＩ']) expect(await found(name)).toHaveLength(2);
    expect(await found('カエデ')).toEqual(['ｶｴﾃﾞ']);
    expect(await found('zoé')).toEqual(['Zoé'.normalize('NFD')]);
  });

  test('takes wildcards for the letters they are, and needs a name', async () => {
    await somebody({ name: 'Ninety 90% Nora' });
    expect(await found('90%')).toEqual(['Ninety 90% Nora']);
    expect(await found('_0%')).toEqual([]);
    for (const name of ['', '  ', 'x'.repeat(51)]) {
      expect(await ann.call(searchProfiles, { query: { name } })).toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  test('leaves out private, hidden people and those without a confirmed address', async () => {
    await somebody({ name: 'Quillon private', privacy: { profileVisibility: 'private' } });
    await block(app.deps, await somebody({ name: 'Quillon blocker' }), ann);
    await block(app.deps, ann, await somebody({ name: 'Quillon blocked' }));
    const doubtful = await somebody({ name: 'Quillon doubtful' });
    await rowsOf(app.deps.db, sql`UPDATE users SET email_verified = false WHERE id = ${doubtful.id}`);
    await somebody({ name: 'Quillon sound', privacy: { showAge: false } });
    expect(await found('Quillon')).toEqual(['Quillon doubtful', 'Quillon sound']);
    await prefer({ showOnlyVerified: true });
    expect(await found('Quillon')).toEqual(['Quillon sound']);
    const [sound] = (await ann.get(searchProfiles, { query: { name: 'Quillon' } })).data;
    expect(sound).toMatchObject({ age: null });
    expect(sound).not.toHaveProperty('privacy');
  });

  test('leaves out who wants nearby people only and is known to be far away', async () => {
    const tokyo = { latitude: 35.68, longitude: 139.76 };
    const nearby = await somebody({ name: 'Wystan nearby', privacy: { profileVisibility: 'nearby_only' } });
    const open = await somebody({ name: 'Wystan open', privacy: { profileVisibility: 'public' } });
    expect(await found('Wystan')).toEqual(['Wystan nearby', 'Wystan open']);
    for (const person of [nearby, open]) await at(person, tokyo);
    expect(await found('Wystan')).toEqual(['Wystan open']);
    await ann.get(clearPresence, { body: {} });
    expect(await found('Wystan')).toEqual(['Wystan nearby', 'Wystan open']);
  });
});
