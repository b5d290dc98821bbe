import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { resultWithout } from '@dazi/contract/mini-apps/mini-app-results';
import { rewriteMiniApp } from '#features/chat/conversations/conversations.service.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { batch } from './completion.service.ts';
import * as store from './mini-apps.store.ts';
import * as accountStore from './mini-apps-account.store.ts';
import * as participations from './participations.store.ts';

/** Forgets contributed positions that are over, and says so; who gave them may take part again. */
export async function forgetOutdated(deps: Deps): Promise<void> {
  for (let found = batch; found === batch; ) {
    const ids = await store.findOutdated(deps.db, deps.clock(), batch);
    for (const { id, conversationId, sequence } of await accountStore.findMiniApps(deps.db, ids)) {
      await deps.transact((inner) =>
        rewriteMiniApp(inner, conversationId, sequence, asItIs, () =>
          store.deleteOutdatedOf(inner.db, id, inner.clock()),
        ),
      );
    }
    found = ids.length;
  }
}

const asItIs = (content: string) => content;

/** Holds an instance, rewrites its result as it stands then, and does the rest of an erasure. */
async function erase(
  inner: TransactingDeps,
  { id, conversationId, sequence }: store.MiniAppRow,
  rewrite: (content: string) => string | null,
  rest: () => Promise<void>,
): Promise<void> {
  await rewriteMiniApp(inner, conversationId, sequence, asItIs, async () => {
    const [app] = await accountStore.findMiniApps(inner.db, [id]);
    if (app && app.resultSequence !== null) {
      await rewriteMiniApp(inner, conversationId, app.resultSequence, rewrite);
    }
    await rest();
  });
}

/** What somebody added goes, with its result. Answers how many it was. */
export async function eraseCreated(deps: Deps, userId: string, limit: number): Promise<number> {
  const apps = await accountStore.pageOfCreated(deps.db, userId, '', limit);
  for (const app of apps) {
    await deps.transact((inner) =>
      erase(
        inner,
        app,
        () => null,
        () => store.deleteMiniApp(inner.db, app.id),
      ),
    );
  }
  return apps.length;
}

/** What somebody said goes out of instances and results. Answers how many it was. */
export async function eraseParticipations(deps: Deps, userId: string, limit: number): Promise<number> {
  const own = await accountStore.pageOfOwnParticipations(deps.db, userId, '', limit);
  const ids = own.map(({ miniAppId }) => miniAppId);
  const without = (content: string) =>
    JSON.stringify(resultWithout(JSON.parse(content) as MiniAppResult, new Set([userId])));
  for (const app of await accountStore.findMiniApps(deps.db, ids)) {
    await deps.transact((inner) =>
      erase(inner, app, without, () => participations.deleteParticipation(inner.db, app.id, userId)),
    );
  }
  return own.length;
}
