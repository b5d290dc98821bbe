import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { getSession } from '@dazi/contract/identity/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPeople, seedRoom } from '../../bench/product.ts';
import type { Database } from './platform/database/connection.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { openTestDatabase } from './testing/test-database.ts';

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startTestApp({}, {}, async () => {
    database = await openTestDatabase();
    return database;
  });
});
afterAll(() => app.close());

test('the people and rooms of the measurements are those that the product knows', async () => {
  const cookies = await seedPeople(database, 3);
  await seedRoom(database, { id: 'measured', members: 3, messages: 20 });
  const person = app.visitor();
  const [name, token] = cookies[1]!.split('=') as [string, string];
  person.cookies.set(name, token);
  expect((await person.get(getSession)).data).toMatchObject({ id: 'person-1' });
  const params = { conversationId: 'measured' };
  const { data } = await person.get(sendMessage, { params, body: { content: 'Hello' } });
  expect(data.sequence).toBe(21);
  expect((await person.get(listMessages, { params, query: { limit: 200 } })).data).toHaveLength(21);
});
