import { hash } from 'node:crypto';
import type { Language } from '@dazi/contract/identity/identity.rules';
import type { Device } from '@dazi/contract/identity/sessions';
import { sessionLifetimes } from '@dazi/contract/identity/sessions.rules';
import { AppError } from '#platform/app-error.ts';
import { topicKind } from '#platform/bus.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { port } from '#platform/ports.ts';
import { signedInAnew } from './identity.notices.ts';
import { changeUser, lockUser } from './identity.store.ts';
import { deviceOf, endOf, endOfUnkept, slidTo, usedHour } from './sessions.rules.ts';
import * as store from './sessions.store.ts';

export type { LivingSession } from './sessions.store.ts';

export type PushedSessions = (deps: Deps, userId: string) => Promise<ReadonlySet<string>>;
export const pushedSessionsPort = port<PushedSessions>('which devices are pushed to');

/** What the streams of a session hear: that it is over, or that it ends at another time (ISO) than they know. */
export const sessionTopics = topicKind<{ type: 'signed_out' } | { type: 'ends'; at: string }>('session');
/** By person: where they are signed in is another list now. */
export const devicesTopics = topicKind<{ type: 'devices_changed' }>('devices');

export const hashOf = (token: string) => hash('sha256', token, 'base64url');

/** Its streams end with the transaction, on whichever node they are. */
export function tellSessionEnded(inner: TransactingDeps, sessionId: string): void {
  inner.emit(sessionTopics.topic(sessionId), { type: 'signed_out' });
}

/** Told to every device of a person with the transaction. */
export function tellDevicesChanged(inner: TransactingDeps, userId: string): void {
  inner.emit(devicesTopics.topic(userId), null, { type: 'devices_changed' });
}

export interface SigningIn {
  keep?: boolean;
  /** As the browser calls itself; not kept. */
  userAgent?: string | undefined;
  /** The session that this browser had until now, of whomever: it ends. */
  replaces?: string | null;
  language?: Language | null;
}

export interface Opened {
  /** Of the cookie; stored nowhere. */
  token: string;
  expiresAt: Date;
}

/**
 * Opens a session of 24 hours, or a kept one. Beyond the most that a person has, the one unused for longest ends. Other
 * devices of theirs are notified, unless this one was theirs a moment ago.
 */
export async function openSession(
  deps: Deps,
  userId: string,
  { keep: isKept = false, userAgent, replaces = null, language = null }: SigningIn = {},
): Promise<Opened> {
  const token = deps.ids.secret();
  return deps.transact(async (inner) => {
    const createdAt = inner.clock();
    const user = await lockUser(inner.db, userId);
    if (language !== null && user?.language !== language) await changeUser(inner.db, userId, { language });
    const before = replaces === null ? undefined : await endSession(inner, replaces);
    const others = await store.listLivingSessions(inner.db, userId, createdAt);
    await endAll(inner, others.slice(sessionLifetimes.most - 1));
    const isSameDevice = before?.userId === userId;
    const handle = isSameDevice ? before.handle : inner.ids.next(createdAt);
    const { browser, system } = deviceOf(userAgent);
    const expiresAt = endOf({ createdAt, isKept }, createdAt);
    const lastUsedAt = usedHour(createdAt);
    const times = { createdAt, expiresAt, lastUsedAt, isKept };
    await store.insertSession(inner.db, { id: hashOf(token), userId, handle, ...times, browser, system });
    if (others.length > 0) {
      tellDevicesChanged(inner, userId);
      if (!isSameDevice) publishNotice(inner, signedInAnew, { userId, deviceId: handle, browser, system });
    }
    return { token, expiresAt };
  });
}

async function endSession(inner: TransactingDeps, sessionId: string): Promise<store.SessionRow | undefined> {
  const ended = await store.deleteSession(inner.db, sessionId);
  if (!ended) return undefined;
  tellSessionEnded(inner, sessionId);
  tellDevicesChanged(inner, ended.userId);
  return ended;
}

async function endAll(inner: TransactingDeps, ended: readonly store.SessionRow[]): Promise<void> {
  if (ended.length === 0) return;
  await store.deleteSessions(
    inner.db,
    ended.map(({ id }) => id),
  );
  for (const { id } of ended) tellSessionEnded(inner, id);
}

export async function closeSession(deps: Deps, sessionId: string): Promise<void> {
  await deps.transact((inner) => endSession(inner, sessionId));
}

/** Notes the use of a session, to the hour; a kept one goes on. Answers its new end when it got one. */
export async function noteUse(deps: Deps, session: store.SessionRow): Promise<Date | null> {
  const now = deps.clock();
  const until = slidTo(session, now);
  const lastUsedAt = usedHour(now);
  if (!until && lastUsedAt <= session.lastUsedAt) return null;
  const expiresAt = await store.noteUse(deps.db, session, { lastUsedAt, until });
  return expiresAt && expiresAt > session.expiresAt ? expiresAt : null;
}

export const livingSessions = (
  deps: Deps,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, store.LivingSession>> => store.findLiving(deps.db, sessionIds, deps.clock());

const asDevice = (session: store.SessionRow, ownId: string, pushed: ReadonlySet<string>): Device => ({
  id: session.handle,
  browser: session.browser,
  system: session.system,
  signedInAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  until: session.expiresAt.toISOString(),
  isKept: session.isKept,
  isPushedTo: pushed.has(session.id),
  isThis: session.id === ownId,
});

/** Where somebody is signed in: the asking session first, then the latest used. */
export async function devicesOf(
  deps: Deps,
  actor: Actor,
  ownId: string,
  pushedSessions: PushedSessions,
): Promise<Device[]> {
  const pushed = await pushedSessions(deps, actor.id);
  const devices = (await store.listLivingSessions(deps.db, actor.id, deps.clock())).map((session) =>
    asDevice(session, ownId, pushed),
  );
  return [...devices.filter(({ isThis }) => isThis), ...devices.filter(({ isThis }) => !isThis)];
}

/** The sessions of somebody, held until the transaction ends. SIGN_IN_REQUIRED when the asking one is over by now. */
async function lockSessions(inner: TransactingDeps, actor: Actor, ownId: string) {
  await lockUser(inner.db, actor.id);
  const all = await store.listLivingSessions(inner.db, actor.id, inner.clock());
  const own = all.find(({ id }) => id === ownId);
  if (!own) throw new AppError('SIGN_IN_REQUIRED');
  return { own, others: all.filter(({ id }) => id !== ownId) };
}

/** Whether the asking session stays: kept it ends 30 days from now, otherwise after the rest of 24 hours. */
export async function keepSession(
  deps: Deps,
  { actor, sessionId }: { actor: Actor; sessionId: string },
  keep: boolean,
  pushedSessions: PushedSessions,
): Promise<Device> {
  return deps.transact(async (inner) => {
    const { own } = await lockSessions(inner, actor, sessionId);
    const now = inner.clock();
    const pushed = await pushedSessions(inner, actor.id);
    if (!keep && !own.isKept) return asDevice(own, sessionId, pushed);
    const expiresAt = keep ? endOf({ ...own, isKept: true }, now) : endOfUnkept(own, now);
    await store.changeEnd(inner.db, sessionId, { isKept: keep, expiresAt });
    inner.emit(sessionTopics.topic(sessionId), null, { type: 'ends', at: expiresAt.toISOString() });
    tellDevicesChanged(inner, actor.id);
    return asDevice({ ...own, isKept: keep, expiresAt }, sessionId, pushed);
  });
}

/** Ends one of the other sessions of somebody, or all of them; answers how many. Error: DEVICE_NOT_FOUND. */
export async function endOtherSessions(
  deps: Deps,
  { actor, sessionId }: { actor: Actor; sessionId: string },
  deviceId: string | undefined,
): Promise<number> {
  return deps.transact(async (inner) => {
    const { others } = await lockSessions(inner, actor, sessionId);
    const meant = others.filter(({ handle }) => deviceId === undefined || handle === deviceId);
    if (deviceId !== undefined && meant.length === 0) throw new AppError('DEVICE_NOT_FOUND');
    await endAll(inner, meant);
    if (meant.length > 0) tellDevicesChanged(inner, actor.id);
    return meant.length;
  });
}

export async function endSessionsOf(inner: TransactingDeps, userId: string): Promise<void> {
  for (const sessionId of await store.deleteSessionsOf(inner.db, userId)) tellSessionEnded(inner, sessionId);
}

export async function forgetExpiredSessions(deps: Deps): Promise<void> {
  await store.deleteExpiredSessions(deps.db, deps.clock());
}
