import { addComment } from '@dazi/contract/posts/comments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aBob, archiveOf, nextNumber } from '../../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { everyRow } from '../../../testing/test-tables.ts';
import { commentsAccount } from './comments.account.ts';
import { comments } from './comments.tables.ts';

let app: TestApp;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  bob = await aBob(app);
});

describe('taking the own data along', () => {
  test('in long lists too: nothing is left out between two pages', async () => {
    const person = await app.person(`Writer ${nextNumber()}`);
    const messageId = (await bob.post()).id;
    const { id } = (await person.get(addComment, { body: { messageId, content: 'first' } })).data;
    const { deps } = app;
    const [first] = (await everyRow(deps.db)).filter(
      (row) => row.startsWith('comments ') && row.includes(id),
    );
    expect(first).toBeDefined();
    const made = Array.from({ length: 1203 }, (_each, number) => ({
      id: `made-${String(number).padStart(5, '0')}`,
      postId: messageId,
      userId: person.id,
      parentId: null,
      rootId: `made-${String(number).padStart(5, '0')}`,
      depth: 0,
      content: `${number}`,
      isActive: true,
      createdAt: deps.clock(),
    }));
    await deps.db.insert(comments).values(made);
    const { files } = await archiveOf(person);
    const rows = JSON.parse(files.get('comments.json')!.toString()) as { id: string }[];
    expect(new Set(rows.map((row) => row.id)).size).toBe(1204);
    await commentsAccount.erase(deps, person.id);
    expect((await everyRow(deps.db)).filter((row) => row.includes('made-'))).toEqual([]);
  });
});
