import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { forget, rememberOnce } from '#platform/installation.store.ts';

export async function hasPosts(db: Db): Promise<boolean> {
  return (await db.select({ id: posts.id }).from(posts).limit(1)).length > 0;
}

/** True for the first caller ever; everyone after finds the first one's token. */
export async function rememberLoading(db: Db, token: string): Promise<boolean> {
  return (await rememberOnce(db, 'demo town', token)) === token;
}

/** After a failure the town may be tried again. */
export async function forgetLoading(db: Db): Promise<void> {
  await forget(db, 'demo town');
}
