import type { Message } from '@dazi/contract/chat/conversations';
import {
  type MiniAppParticipation,
  type MiniAppResult,
  miniAppLimits,
} from '@dazi/contract/mini-apps/mini-app-kit';
import { resultWithout } from '@dazi/contract/mini-apps/mini-app-results';
import type { MiniApp, ResultMessage } from '@dazi/contract/mini-apps/mini-apps';
import {
  type LockedMessage,
  lockMiniApp,
  type Membership,
  type MessageRedacted,
  mayAct,
  requireMembership,
  rewriteMiniApp,
  type SaidResult,
  sayResult,
  sendMiniApp,
  tellMiniApp,
} from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { AnyAppKind, AppFacts } from './app-kind.rules.ts';
import {
  cleaned,
  cleanedAnswers,
  messageContent,
  participationsSeen,
  resultContent,
  resultMessage,
  storableState,
} from './mini-apps.rules.ts';
import * as store from './mini-apps.store.ts';
import { appKind } from './registry.rules.ts';

/** Rows name their app for good, so it is there. */
const kindOf = (app: Pick<store.MiniAppRow, 'appType'>): AnyAppKind => appKind(app.appType)!;

const factsOf = ({
  config,
  material,
  title,
  isCompleted,
  participantCount,
}: store.MiniAppRow): AppFacts<object, object> => ({
  config,
  material,
  title,
  isCompleted,
  participantCount,
});

/** To whoever does not belong to its conversation an instance is unknown. */
const asUnknown = (error: unknown): never => {
  const unknown = ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'MESSAGE_NOT_FOUND'];
  if (error instanceof AppError && unknown.includes(error.code)) throw new AppError('MINI_APP_NOT_FOUND');
  throw error;
};

/** The only way to get an instance for somebody. Error: MINI_APP_NOT_FOUND. */
async function requireMiniApp(deps: Deps, actor: Actor, miniAppId: string) {
  const found = await store.findMiniApp(deps.db, actor.id, miniAppId);
  if (!found) throw new AppError('MINI_APP_NOT_FOUND');
  const membership = await requireMembership(deps, actor, found.app.conversationId).catch(asUnknown);
  if (found.app.sequence <= membership.member.hiddenUpTo) throw new AppError('MINI_APP_NOT_FOUND');
  return { found, membership };
}

/** The same, held for a change. Errors also those of a block. */
async function lockForChange(inner: TransactingDeps, actor: Actor, miniAppId: string) {
  const before = await store.findMiniApp(inner.db, actor.id, miniAppId);
  if (!before) throw new AppError('MINI_APP_NOT_FOUND');
  const { conversationId, messageId } = before.app;
  const locked = await lockMiniApp(inner, actor, conversationId, messageId).catch(asUnknown);
  // What stood there before the waiting may have changed meanwhile.
  const { app } = (await store.findMiniApp(inner.db, actor.id, miniAppId))!;
  return { app, locked };
}

/** As somebody sees it now. */
async function viewOf(
  deps: Deps,
  actor: Actor,
  { found, membership }: { found: store.FoundMiniApp; membership: Membership },
): Promise<MiniApp> {
  const { app, change, result, hiddenInResult, departedCount } = found;
  const { kind: talk, memberCount } = membership.conversation;
  const kind = kindOf(app);
  const rows = await store.firstParticipations(deps.db, actor.id, app, miniAppLimits.faces);
  const own = rows.find(({ userId }) => userId === actor.id);
  const facts = factsOf(app);
  const answers = kind.countsAnswers ? await store.allAnswers(deps.db, app.id) : [];
  const viewer = { hasParticipated: own !== undefined, contributionUntil: own?.contributionUntil ?? null };
  const isOpen = app.isActive && mayAct(membership);
  const { maxParticipants } = kind.definition;
  return {
    id: app.id,
    appType: app.appType,
    title: app.title,
    conversationId: app.conversationId,
    sequence: app.sequence,
    change,
    createdBy: app.createdBy,
    config: { ...app.config } as Record<string, unknown>,
    state: app.state,
    stateVersion: app.stateVersion,
    isCompleted: app.isCompleted,
    isActive: app.isActive,
    participantCount: app.participantCount,
    maxParticipants,
    // Of two people both stay counted, whatever becomes of their accounts.
    askedCount: talk === 'group' ? memberCount + departedCount : memberCount,
    participations: participationsSeen(
      rows,
      actor.id,
      app.conversationId,
      kind.sees(facts, viewer.hasParticipated),
    ),
    hasParticipated: viewer.hasParticipated,
    details: { ...kind.details(facts, viewer, answers) } as Record<string, unknown>,
    result: result && resultWithout(result, new Set(hiddenInResult ?? [])),
    can: {
      participate: isOpen && (own ? kind.mayChange : app.participantCount < maxParticipants),
      complete: isOpen && (await mayComplete(deps, membership, app)),
      changeState: isOpen,
    },
    createdAt: app.createdAt.toISOString(),
    completedAt: app.completedAt?.toISOString() ?? null,
  };
}

/** Whoever added it, or the owner of the group once they have left. */
async function mayComplete(
  deps: Deps,
  { member }: Membership,
  { createdBy, conversationId }: store.MiniAppRow,
): Promise<boolean> {
  if (createdBy === member.userId) return true;
  return member.role === 'OWNER' && !(await store.isMember(deps.db, conversationId, createdBy));
}

async function viewAfter(
  inner: TransactingDeps,
  actor: Actor,
  app: store.MiniAppRow,
  membership: Membership,
) {
  const found = await store.findMiniApp(inner.db, actor.id, app.id);
  return viewOf(inner, actor, { found: found!, membership });
}

/** Error: MINI_APP_NOT_FOUND. */
export async function getMiniApp(deps: Deps, actor: Actor, miniAppId: string): Promise<MiniApp> {
  return viewOf(deps, actor, await requireMiniApp(deps, actor, miniAppId));
}

/** Who took part, as far as somebody sees it, in the order in which they did. Error: MINI_APP_NOT_FOUND. */
export async function listParticipations(
  deps: Deps,
  actor: Actor,
  miniAppId: string,
  { limit = miniAppLimits.page, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{
  participations: MiniAppParticipation[];
  participantCount: number;
  nextCursor: string | null;
}> {
  const after = cursor === undefined ? null : frontierOf(cursor);
  const { found } = await requireMiniApp(deps, actor, miniAppId);
  const { app } = found;
  const own = await store.findParticipation(deps.db, app.id, actor.id);
  const sees = kindOf(app).sees(factsOf(app), own !== undefined);
  const wanted = { onlyOwn: sees === 'nothing', after, limit: limit + 1 };
  const rows = await store.pageOfParticipations(deps.db, actor.id, app, wanted);
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    participations: participationsSeen(shown, actor.id, app.conversationId, sees),
    participantCount: app.participantCount,
    nextCursor: last ? cursorOf({ createdAt: last.createdAt.toISOString(), id: last.userId }) : null,
  };
}

/** Adds an app to a conversation, with its message. */
export async function addMiniApp(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  input: { appType: string; title?: string | undefined; config?: object | undefined },
): Promise<{ miniApp: MiniApp; message: Message }> {
  const before = await requireMembership(deps, actor, conversationId);
  const kind = appKind(input.appType);
  if (!kind) throw new AppError('MINI_APP_TYPE_UNKNOWN');
  const config = acceptedConfig(kind, { ...kind.definition.defaultConfig, ...input.config });
  const material: object = await kind.material(deps, config);
  const appType = kind.definition.type;
  const title = cleaned(input.title ?? '') || kind.definition.name;
  return deps.transact(async (inner) => {
    const createdAt = inner.clock();
    const id = inner.ids.next(createdAt);
    const content = messageContent({ id, appType, title }, false);
    const message = await sendMiniApp(inner, before, actor, content);
    // The numbers of the log are held from here on: others that are added at the same time are counted.
    const open = await store.countOpen(inner.db, conversationId, miniAppLimits.open);
    if (open >= miniAppLimits.open) throw new AppError('MINI_APPS_TOO_MANY');
    const app: store.MiniAppRow = {
      ...{ id, conversationId, appType, title, config, material, createdAt },
      sequence: message.sequence!,
      messageId: message.id,
      createdBy: actor.id,
      state: {},
      stateVersion: 0,
      awaitsAll: kind.awaitsAll(config),
      isCompleted: false,
      isActive: true,
      participantCount: 0,
      resultSequence: null,
      completedAt: null,
    };
    await store.insertMiniApp(inner.db, app);
    const membership = await requireMembership(inner, actor, conversationId);
    return { miniApp: await viewAfter(inner, actor, app, membership), message };
  });
}

function acceptedConfig(kind: AnyAppKind, given: object): object {
  const parsed = kind.config.safeParse(given);
  // What is left of a text once it is clean has to fit as well.
  const clean = parsed.success ? kind.config.safeParse(cleaned(parsed.data)) : parsed;
  if (!clean.success) throw new AppError('MINI_APP_CONFIG_INVALID');
  return clean.data;
}

interface TookPart {
  miniApp: MiniApp;
  participation: MiniAppParticipation;
  resultMessage: ResultMessage | null;
}

/** Takes part, or says something else where the app lets that be. */
export async function participate(
  deps: Deps,
  actor: Actor,
  miniAppId: string,
  answers: readonly unknown[],
): Promise<TookPart> {
  return deps.transact(async (inner) => {
    const { app, locked } = await lockForChange(inner, actor, miniAppId);
    const kind = kindOf(app);
    if (!app.isActive) throw new AppError('MINI_APP_CLOSED');
    const own = await store.findParticipation(inner.db, app.id, actor.id);
    if (own && !kind.mayChange) throw new AppError('ALREADY_PARTICIPATED');
    if (!own && app.participantCount >= kind.definition.maxParticipants) {
      throw new AppError('MINI_APP_FULL');
    }
    const accepted = kind.accept(factsOf(app), cleanedAnswers(answers));
    if (!accepted) throw new AppError('MINI_APP_ANSWERS_INVALID');
    const given = await kind.contribution?.(inner, actor);
    const now = inner.clock();
    await store.putParticipation(inner.db, {
      ...{ miniAppId: app.id, userId: actor.id, answers: accepted, updatedAt: now },
      contribution: given?.contribution ?? null,
      contributionUntil: given?.until ?? null,
      createdAt: own?.createdAt ?? now,
    });
    const participantCount = own ? app.participantCount : await store.countParticipant(inner.db, app.id);
    const after = { ...app, participantCount };
    const everybody =
      after.awaitsAll && !after.isCompleted && (await store.everybodyTookPart(inner.db, after));
    const isDue = after.isCompleted || kind.isDue(factsOf(after), everybody);
    const said = isDue ? await conclude(inner, locked, after, kind.closesWithResult) : null;
    await tellMiniApp(inner, locked, messageContent(app, app.isCompleted || said !== null));
    const miniApp = await viewAfter(inner, actor, app, locked.membership);
    return {
      miniApp,
      participation: miniApp.participations.find(({ userId }) => userId === actor.id)!,
      resultMessage: said && resultMessage(said, miniApp.result),
    };
  });
}

/** Makes the result, or makes it anew, and says it in the conversation; null when there is none with so few. */
async function conclude(
  inner: TransactingDeps,
  locked: LockedMessage,
  app: store.MiniAppRow,
  closes: boolean,
): Promise<SaidResult | null> {
  const participants = await store.participantsOf(inner.db, app.id);
  const outcome = await kindOf(app).outcome(inner, factsOf(app), participants);
  if (!outcome) return null;
  const said = await sayResult(inner, locked, resultContent(app, outcome), app.resultSequence);
  await store.changeMiniApp(inner.db, app.id, {
    isCompleted: true,
    isActive: app.isActive && !closes,
    resultSequence: said.sequence,
    completedAt: app.completedAt ?? inner.clock(),
  });
  await store.forgetContributions(inner.db, app.id);
  return said;
}

/** Replaces what the members keep together. */
export async function changeState(
  deps: Deps,
  actor: Actor,
  miniAppId: string,
  { state, version }: { state: Record<string, unknown>; version?: number | undefined },
): Promise<MiniApp> {
  const storable = storableState(state) as Record<string, unknown> | undefined;
  const isTooLarge = storable && Buffer.byteLength(JSON.stringify(storable)) > miniAppLimits.state_bytes;
  return deps.transact(async (inner) => {
    const { app, locked } = await lockForChange(inner, actor, miniAppId);
    if (!app.isActive) throw new AppError('MINI_APP_CLOSED');
    if (!storable) throw new AppError('INVALID_INPUT');
    if (isTooLarge) throw new AppError('MINI_APP_STATE_TOO_LARGE');
    if (version !== undefined && version !== app.stateVersion) throw new AppError('MINI_APP_STATE_CHANGED');
    await store.changeMiniApp(inner.db, app.id, { state: storable, stateVersion: app.stateVersion + 1 });
    await tellMiniApp(inner, locked, messageContent(app, app.isCompleted));
    return viewAfter(inner, actor, app, locked.membership);
  });
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
      await tellMiniApp(inner, locked, messageContent(app, true));
    }
    const miniApp = await viewAfter(inner, actor, app, membership);
    return { miniApp, resultMessage: said && resultMessage(said, miniApp.result) };
  });
}

async function close(inner: TransactingDeps, app: store.MiniAppRow) {
  const completedAt = app.completedAt ?? inner.clock();
  await store.changeMiniApp(inner.db, app.id, { isCompleted: true, isActive: false, completedAt });
  await store.forgetContributions(inner.db, app.id);
}

/** Taken back with its message goes what everybody said in it, its result included. */
export const miniAppRedacted: MessageRedacted = async (inner, { row }, takeBack) => {
  if (row.type !== 'MINI_APP') return;
  const app = await store.findByMessage(inner.db, row.conversationId, row.sequence);
  if (!app) return;
  if (app.resultSequence !== null) await takeBack(app.resultSequence);
  await store.deleteMiniApp(inner.db, app.id);
};

const batch = 50;

/** Completes what waited for somebody who has left the conversation since. */
export async function completeOverdue(deps: Deps, among?: store.Among): Promise<void> {
  for (const { id, memberId } of await store.findOverdue(deps.db, batch, among)) {
    // Of those who are left anybody will do: all of them took part.
    const actor: Actor = { id: memberId, name: '', avatarUrl: null, isAdministrator: false };
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
  if (!kind.isDue(factsOf(app), await store.everybodyTookPart(inner.db, app))) return;
  const said = await conclude(inner, locked, app, kind.closesWithResult);
  if (said) await tellMiniApp(inner, locked, messageContent(app, true));
}

/** Forgets contributed positions that are over; who gave them may take part again. */
export async function forgetOutdated(deps: Deps): Promise<void> {
  while ((await deps.transact((inner) => store.deleteOutdated(inner.db, inner.clock(), batch))) === batch);
}

/** Holds an instance, rewrites its result as it stands then, and does the rest of an erasure. */
async function erase(
  inner: TransactingDeps,
  { id, conversationId, sequence }: store.MiniAppRow,
  rewrite: (content: string) => string | null,
  rest: () => Promise<void>,
): Promise<void> {
  const asItIs = (content: string) => content;
  await rewriteMiniApp(inner, conversationId, sequence, asItIs, async () => {
    const [app] = await store.findMiniApps(inner.db, [id]);
    if (app && app.resultSequence !== null) {
      await rewriteMiniApp(inner, conversationId, app.resultSequence, rewrite);
    }
    await rest();
  });
}

/** What somebody added goes, with its result. Answers how many it was. */
export async function eraseCreated(deps: Deps, userId: string, limit: number): Promise<number> {
  const apps = await store.pageOfCreated(deps.db, userId, '', limit);
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
  const own = await store.pageOfOwnParticipations(deps.db, userId, '', limit);
  const ids = own.map(({ miniAppId }) => miniAppId);
  const without = (content: string) =>
    JSON.stringify(resultWithout(JSON.parse(content) as MiniAppResult, new Set([userId])));
  for (const app of await store.findMiniApps(deps.db, ids)) {
    await deps.transact((inner) =>
      erase(inner, app, without, () => store.deleteParticipation(inner.db, app.id, userId)),
    );
  }
  return own.length;
}
