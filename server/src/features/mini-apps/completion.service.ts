import type { MiniApp, ResultMessage } from '@dazi/contract/mini-apps/mini-apps';
import {
  type LockedMessage,
  lockMiniApp,
  type SaidResult,
  sayResult,
  tellMiniApp,
} from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { type Actor, actorFor } from '#platform/http/viewer.ts';
import { asUnknown, factsOf, kindOf, mayComplete, viewAfter } from './mini-app-view.service.ts';
import { holdsLinks, messageContent, resultContent, resultMessage } from './mini-apps.rules.ts';
import * as store from './mini-apps.store.ts';
import * as participations from './participations.store.ts';

/** The same, held for a change. Errors also those of a block. */
export async function lockForChange(inner: TransactingDeps, actor: Actor, miniAppId: string) {
  const before = await store.findMiniApp(inner.db, actor.id, miniAppId);
  if (!before) throw new AppError('MINI_APP_NOT_FOUND');
  const { conversationId, messageId } = before.app;
  const locked = await lockMiniApp(inner, actor, conversationId, messageId).catch(asUnknown);
  // Until the job comes by nobody is reckoned with whose position was to count no longer.
  if (kindOf(before.app).contribution) await store.deleteOutdatedOf(inner.db, miniAppId, inner.clock());
  // What stood there before the waiting may have changed meanwhile.
  const { app } = (await store.findMiniApp(inner.db, actor.id, miniAppId))!;
  return { app, locked };
}

/** Makes the result, or makes it anew, and says it in the conversation; null when there is none with so few. */
export async function conclude(
  inner: TransactingDeps,
  locked: LockedMessage,
  app: store.MiniAppRow,
  closes: boolean,
): Promise<SaidResult | null> {
  const participants = await participations.participantsOf(inner.db, app.id);
  const outcome = await kindOf(app).outcome(inner, factsOf(app), participants);
  if (!outcome) return null;
  const said = await sayResult(inner, locked, resultContent(app, outcome), app.resultSequence);
  await store.changeMiniApp(inner.db, app.id, {
    isCompleted: true,
    isActive: app.isActive && !closes,
    resultSequence: said.sequence,
    completedAt: app.completedAt ?? inner.clock(),
  });
  await participations.forgetContributions(inner.db, app.id);
  return said;
}

/** Completes and closes it with those who took part so far; of one that is closed it changes nothing. */
export async function completeMiniApp(
  deps: Deps,
  actor: Actor,
  miniAppId: string,
): Promise<{ miniApp: MiniApp; resultMessage: ResultMessage | null }> {
  return deps.transact(async (inner) => {
    const { app, locked } = await lockForChange(inner, actor, miniAppId);
    const { membership } = locked;
    if (!(await mayComplete(inner, membership, app))) throw new AppError('NOT_THE_APP_CREATOR');
    let said: SaidResult | null = null;
    if (app.isActive) {
      // What has its result already is only closed.
      if (!app.isCompleted) said = await conclude(inner, locked, app, true);
      await close(inner, app);
      await tellMiniApp(
        inner,
        locked,
        messageContent(app, { isCompleted: true, hasLinks: holdsLinks(locked.row.content, null) }),
      );
    }
    const miniApp = await viewAfter(inner, actor, app, membership);
    return { miniApp, resultMessage: said && resultMessage(said, miniApp.result) };
  });
}

export const batch = 50;

/** Completes what waited for somebody who has left the conversation since. */
export async function completeOverdue(deps: Deps, among?: store.Among): Promise<void> {
  for (const { id, memberId } of await store.findOverdue(deps.db, batch, among)) {
    // Of those who are left anybody will do: all of them took part.
    const actor = actorFor({ id: memberId, name: '', avatarUrl: null, createdAt: deps.clock() });
    await deps
      .transact((inner) => completeIfDue(inner, actor, id))
      .catch((error) => {
        // It was taken back meanwhile, or the two have fallen out.
        if (!(error instanceof AppError)) throw error;
      });
  }
}

async function completeIfDue(inner: TransactingDeps, actor: Actor, miniAppId: string) {
  const { app, locked } = await lockForChange(inner, actor, miniAppId);
  const kind = kindOf(app);
  if (!app.isActive || app.isCompleted) return;
  if (!kind.isDue(factsOf(app), await participations.everybodyTookPart(inner.db, app))) return;
  const said = await conclude(inner, locked, app, kind.closesWithResult);
  if (!said) return;
  const hasLinks = holdsLinks(locked.row.content, null);
  await tellMiniApp(inner, locked, messageContent(app, { isCompleted: true, hasLinks }));
}

export async function close(inner: TransactingDeps, app: store.MiniAppRow) {
  const completedAt = app.completedAt ?? inner.clock();
  await store.changeMiniApp(inner.db, app.id, { isCompleted: true, isActive: false, completedAt });
  await participations.forgetContributions(inner.db, app.id);
}
