import { removeAccount } from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { decide } from '@dazi/contract/moderation/decisions';
import { removePost } from '@dazi/contract/posts/posts';
import { identityJobs } from '#features/identity/identity.jobs.ts';
import { reasonGiven } from '#features/moderation/moderation.builder.ts';
import { cleanUpPosts } from '#features/posts/posts/posts.service.ts';
import { accountParts } from '#src/areas.ts';
import type { TestApp } from './test-app.ts';
import { block } from './test-block.ts';
import type { TestPerson } from './test-person.ts';

/** What may have become of a post before somebody reports it: the answer must not tell which. */
export const fates = [
  'there',
  'deleted',
  'expired',
  'hidden by a block',
  'of a suspended author',
  'of an erased author',
  'erased',
] as const;
export type Fate = (typeof fates)[number];

const day_ms = 24 * 60 * 60 * 1000;

export async function eraseLeft(app: TestApp): Promise<void> {
  for (const job of identityJobs(accountParts)) await job.run(app.deps);
}

/** So many posts of each fate; sessions are over afterwards. `blockFor` makes the block, once somebody is there to be blocked. */
export async function postsOfEachFate(app: TestApp, administrator: string, count: number) {
  const signIn = async () =>
    Object.fromEntries(
      await Promise.all(fates.map(async (fate) => [fate, await app.person(fate)])),
    ) as Record<Fate, TestPerson>;
  const authors = await signIn();
  const remove = (author: TestPerson, messageId: string) =>
    author.get(removePost, { params: { messageId }, body: {} });
  const posts = async (fate: Fate, by: Record<Fate, TestPerson>, rest: object = {}) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made++) {
      ids.push((await by[fate].post({ content: `Post ${made}`, ...rest })).id);
    }
    return ids;
  };
  const made: Partial<Record<Fate, string[]>> = {
    'of an erased author': await posts('of an erased author', authors),
    erased: await posts('erased', authors),
  };
  for (const id of made.erased!) await remove(authors.erased, id);
  const gone = authors['of an erased author'];
  await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
  app.clock.advance(restorable_ms);
  await eraseLeft(app);
  for (let cleaned = 0; cleaned < count; cleaned += 100) await cleanUpPosts(app.deps);

  const back = await signIn();
  for (const fate of ['there', 'deleted', 'hidden by a block', 'of a suspended author'] as const) {
    made[fate] = await posts(fate, back);
  }
  const expiresAt = new Date(app.clock.read().getTime() + 60_000).toISOString();
  made.expired = await posts('expired', back, { expiresAt });
  for (const id of made.deleted!) await remove(back.deleted, id);
  const judge = await app.person(administrator);
  const until = new Date(app.clock.read().getTime() + 7 * day_ms).toISOString();
  const personId = back['of a suspended author'].id;
  await judge.get(decide, { body: { personId, action: 'suspend', until, ...reasonGiven } });
  app.clock.advance(61_000);
  await cleanUpPosts(app.deps);
  return {
    ids: made as Record<Fate, string[]>,
    blockFor: (reporter: TestPerson) => block(app.deps, back['hidden by a block'], reporter),
  };
}
