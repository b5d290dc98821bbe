import type { Message } from '@dazi/contract/chat/conversations';
import type { MiniAppParticipation } from '@dazi/contract/mini-apps/mini-app-kit';
import { miniAppLimits } from '@dazi/contract/mini-apps/mini-app-kit.rules';
import type { MiniApp, ResultMessage } from '@dazi/contract/mini-apps/mini-apps';
import {
  type MessageRedacted,
  refuseMuted,
  requireMembership,
  requireReachInside,
  sendMiniApp,
  tellMiniApp,
} from '#features/chat/conversations/conversations.service.ts';
import { makeOnce, type Remember } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { AnyAppKind } from './app-kind.rules.ts';
import { conclude, lockForChange } from './completion.service.ts';
import { factsOf, getAdded, kindOf, viewAfter } from './mini-app-view.service.ts';
import {
  cleaned,
  cleanedAnswers,
  holdsLinks,
  messageContent,
  resultMessage,
  storableState,
} from './mini-apps.rules.ts';
import * as store from './mini-apps.store.ts';
import * as participations from './participations.store.ts';
import { appKind } from './registry.rules.ts';

interface AppInput {
  appType: string;
  title?: string | undefined;
  config?: object | undefined;
  clientId?: string | undefined;
}

interface Added {
  miniApp: MiniApp;
  message: Message;
}

/** Adds a mini app to a conversation, once for each client id. */
export const addMiniApp = (
  deps: Deps,
  actor: Actor,
  conversationId: string,
  input: AppInput,
): Promise<Added> =>
  makeOnce(deps, actor, 'mini-app', input.clientId, {
    make: (remember) => startMiniApp(deps, actor, conversationId, input, remember),
    known: (miniAppId) => getAdded(deps, actor, miniAppId),
  });

async function startMiniApp(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  input: AppInput,
  remember: Remember,
): Promise<Added> {
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
    requireReachInside(inner, before, actor, JSON.stringify([title, config]));
    const hasLinks = holdsLinks('', config);
    const content = messageContent({ id, appType, title }, { isCompleted: false, hasLinks });
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
    await remember(inner, id);
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
    const own = await participations.findParticipation(inner.db, app.id, actor.id);
    if (own && !kind.mayChange) throw new AppError('ALREADY_PARTICIPATED');
    if (!own && app.participantCount >= kind.definition.maxParticipants) {
      throw new AppError('MINI_APP_FULL');
    }
    const accepted = kind.accept(factsOf(app), cleanedAnswers(answers));
    if (!accepted) throw new AppError('MINI_APP_ANSWERS_INVALID');
    if (kind.takesWords) refuseMuted(inner, locked.membership);
    requireReachInside(inner, locked.membership, actor, JSON.stringify(accepted));
    const given = await kind.contribution?.(inner, actor);
    const now = inner.clock();
    await participations.putParticipation(inner.db, {
      ...{ miniAppId: app.id, userId: actor.id, answers: accepted, updatedAt: now },
      contribution: given?.contribution ?? null,
      contributionUntil: given?.until ?? null,
      createdAt: own?.createdAt ?? now,
    });
    const participantCount = own
      ? app.participantCount
      : await participations.countParticipant(inner.db, app.id);
    const after = { ...app, participantCount };
    const everybody =
      after.awaitsAll && !after.isCompleted && (await participations.everybodyTookPart(inner.db, after));
    const isDue = after.isCompleted || kind.isDue(factsOf(after), everybody);
    const said = isDue ? await conclude(inner, locked, after, kind.closesWithResult) : null;
    const isCompleted = app.isCompleted || said !== null;
    const hasLinks = holdsLinks(locked.row.content, accepted);
    await tellMiniApp(inner, locked, messageContent(app, { isCompleted, hasLinks }));
    const miniApp = await viewAfter(inner, actor, app, locked.membership);
    return {
      miniApp,
      participation: miniApp.participations.find(({ userId }) => userId === actor.id)!,
      resultMessage: said && resultMessage(said, miniApp.result),
    };
  });
}

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
    refuseMuted(inner, locked.membership);
    requireReachInside(inner, locked.membership, actor, JSON.stringify(storable));
    await store.changeMiniApp(inner.db, app.id, { state: storable, stateVersion: app.stateVersion + 1 });
    const hasLinks = holdsLinks(locked.row.content, storable);
    await tellMiniApp(inner, locked, messageContent(app, { isCompleted: app.isCompleted, hasLinks }));
    return viewAfter(inner, actor, app, locked.membership);
  });
}

/** Taken back with its message goes what everybody said in it, its result included. */
export const miniAppRedacted: MessageRedacted = async (inner, { row }, takeBack) => {
  if (row.type !== 'MINI_APP') return;
  const app = await store.findByMessage(inner.db, row.conversationId, row.sequence);
  if (!app) return;
  if (app.resultSequence !== null) await takeBack(app.resultSequence);
  await store.deleteMiniApp(inner.db, app.id);
};
