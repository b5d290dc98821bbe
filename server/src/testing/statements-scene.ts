import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment } from '@dazi/contract/posts/comments';
import type { Post } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { expect } from 'vitest';
import { accountParts } from '../areas.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { isOnCitus } from './test-citus.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestPerson } from './test-person.ts';
import { picture } from './test-pictures.ts';
import { noting } from './test-statements.ts';

export interface Counted {
  readonly as?: TestPerson;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  /** Makes the call itself, where it is no JSON; throws unless it succeeds. */
  readonly instead?: () => Promise<unknown>;
  /** Takes away what would be in the way of other rows. */
  readonly after?: () => Promise<unknown>;
}

/** How many statements a call may take, and the dearest way to make it. */
export interface Measured {
  /** BEGIN and COMMIT not counted, the look-up of the session included. */
  readonly most: number;
  prepare(scene: StatementsScene): Counted | Counted[] | Promise<Counted | Counted[]>;
}

/** Whoever needs more statements says why beside the number. */
export const atMost = (most: number, prepare: Measured['prepare']): Measured => ({ most, prepare });

/** Sections of the archive, which has one for each table that names a person. */
export const archiveSections = accountParts.flatMap(({ sections }) => Object.keys(sections)).length;

/** Something that must cost the same however many there are. */
export interface SameSize {
  readonly of: string;
  holds(scene: StatementsScene): Promise<void>;
}

export interface StatementsScene {
  readonly app: TestApp;
  /** An administrator, who has kept, liked and answered every post. */
  readonly ann: TestPerson;
  readonly bob: TestPerson;
  readonly drawn: string;
  /** Bob's posts, each with pictures, comments, answers and reactions. */
  readonly posts: readonly Post[];
  /** The texts of all that was asked so far. */
  readonly statements: readonly string[];
  countDuring(act: () => Promise<unknown>): Promise<number>;
  countOf(person: TestPerson, endpoint: Endpoint, input?: object): Promise<number>;
}

/** `functions` are those of a cluster, as which the database is asked then. */
export async function makeStatementsScene(functions: string | null = null): Promise<StatementsScene> {
  let statements: string[] = [];
  const app = await startTestApp({ ADMIN_EMAILS: 'ann@people.example' }, {}, async () => {
    const database = await openTestDatabase();
    if (functions !== null && !isOnCitus) await database.script(functions);
    const noted = noting(database, functions === null ? undefined : true);
    statements = noted.statements;
    return noted.database;
  });
  const [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
  const drawn = await picture();
  const countDuring = async (act: () => Promise<unknown>) => {
    const before = statements.length;
    await act();
    return statements.length - before;
  };
  return {
    app,
    ann,
    bob,
    drawn,
    statements,
    posts: await makePosts(ann, bob, drawn),
    countDuring,
    countOf: (person, endpoint, input = {}) =>
      countDuring(async () => {
        const answer = await person.call(endpoint, input);
        expect(answer, endpoint.name).toMatchObject({ status: 200 });
      }),
  };
}

async function makePosts(ann: TestPerson, bob: TestPerson, drawn: string): Promise<Post[]> {
  const posts: Post[] = [];
  for (let number = 0; number < 50; number++) {
    const post = await bob.post({ content: `Post ${number}`, imageUrls: [drawn, drawn] });
    const messageId = post.id;
    posts.push(post);
    await ann.get(addBookmark, { body: { messageId } });
    await ann.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
    const comment = await ann.get(addComment, { body: { messageId, content: 'Me too' } });
    const parentId = comment.data.id;
    await bob.get(addComment, { body: { messageId, parentId, content: 'Good' } });
    await bob.get(addComment, { body: { messageId: posts[0]!.id, content: `Comment ${number}` } });
  }
  return posts;
}

/** A list that Ann asks for one thing of, and then for fifty. */
export const sameForOneAndFifty = (
  of: string,
  endpoint: Endpoint,
  input: (limit: number, scene: StatementsScene) => object,
): SameSize => ({
  of,
  async holds(scene) {
    const counts: number[] = [];
    const sizes: number[] = [];
    for (const limit of [1, 50]) {
      counts.push(await scene.countOf(scene.ann, endpoint, input(limit, scene)));
      const { data } = await scene.ann.get(endpoint, input(limit, scene));
      sizes.push(Array.isArray(data) ? data.length : Object.keys(data as object).length);
    }
    expect(sizes[0]).toBe(1);
    expect(sizes[1]).toBeGreaterThan(1);
    expect(counts[1]).toBe(counts[0]);
  },
});

/** By how many things a list grows in `expectSame`. */
export const manyOf = 12;

/** Counts lists while there is one thing in each of them, and again when there are many. */
export async function expectSame(
  counts: () => Promise<number[]>,
  grow: (index: number) => Promise<unknown>,
  lengths: () => Promise<number[]>,
): Promise<void> {
  const few = await counts();
  const before = await lengths();
  expect(Math.min(...before)).toBeGreaterThan(0);
  for (let index = 0; index < manyOf; index++) await grow(index);
  for (const [index, length] of (await lengths()).entries()) {
    expect(length).toBeGreaterThan(before[index]! + 5);
  }
  expect(await counts()).toEqual(few);
}

/** Reads a file that must be there to its end. */
export async function readFile(as: TestPerson, path: string): Promise<void> {
  const answer = await as.fetch(path);
  expect([path, answer.status]).toEqual([path, 200]);
  await answer.arrayBuffer();
}
