import type { Deps } from '#platform/deps.ts';
import { saveDigest } from './mail.store.ts';
import { newUnsubscribing, orderDigests } from './mail-digest.service.ts';

/** A weekly mail to somebody waits, with a link that ends it, on a server that need not send any. */
export async function aDigestFor(deps: Deps, userId: string): Promise<void> {
  await saveDigest(deps.db, userId, true, deps.clock());
  await orderDigests(deps);
  await newUnsubscribing(deps, userId, 'en');
}
