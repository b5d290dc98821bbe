import { getProfile } from '@dazi/contract/discovery/people';
import { getSession } from '@dazi/contract/identity/identity';
import { decide } from '@dazi/contract/moderation/decisions';
import { saveProfile } from '@dazi/contract/people/profiles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { reasonGiven } from './moderation.builder.ts';

const hour_ms = 60 * 60 * 1000;

let app: TestApp;
let ann: TestPerson;
let judge: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
  [ann, judge] = [await app.person('Ann'), await app.person('Judge')];
});
afterAll(() => app.close());

test('whose suspension is over by the clock, and by no job yet, has their own profile', async () => {
  await ann.saveProfile({ displayName: 'Ann', bio: 'Chess and tea', age: 41, gender: 'M' });
  const until = new Date(app.clock.read().getTime() + 2 * hour_ms).toISOString();
  await judge.get(decide, { body: { personId: ann.id, action: 'suspend', until, ...reasonGiven } });
  app.clock.advance(2 * hour_ms + 1000);
  expect((await ann.get(getSession, {})).standing.kind).toBe('good');
  const params = { userId: ann.id };
  expect(await ann.call(getProfile, { params })).toMatchObject({
    status: 200,
    data: { bio: 'Chess and tea', age: 41, gender: 'M' },
  });
  expect(await ann.call(saveProfile, { params, body: { bio: 'Tea' } })).toMatchObject({
    status: 200,
    data: { bio: 'Tea', age: 41 },
  });
});
