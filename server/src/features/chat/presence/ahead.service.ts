import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import { recordOpen_ms } from '#features/live/live.service.ts';
import type { Db } from '#platform/database/builder.ts';
import type { Deps } from '#platform/deps.ts';
import { type Heartbeats, mostSilent } from '#platform/heartbeats.ts';
import * as store from './presence.store.ts';

/**
 * Where nodes share a Redis they say there who is still online, and the rows that everybody reads are written ahead. Whoever
 * misses a heartbeat is no longer ahead: from then on their row is what it is without Redis.
 */

/** So many in one statement: it takes milliseconds, and nobody waits for all that are open on a busy node. */
export const notedAtOnce = 2000;

/** Somebody who is so far ahead counts as online for ten minutes, should nobody take that back. */
const ahead_ms = 10 * 60_000 - onlineLimits.afterwards_ms;
/** They are put ahead anew when so much is left: a node that fails once has one more heartbeat to do it. */
const renewed_ms = 2 * recordOpen_ms;
/** Who gave no sign for so long has missed a heartbeat. It leaves half a minute until they count as gone. */
const silent_ms = recordOpen_ms + 15_000;
/** Clocks of nodes differ by less. */
const mostSkew_ms = 5000;

const heartbeatSince = (now: Date) => new Date(now.getTime() - silent_ms);

interface Told {
  readonly since_ms: number;
  /** Up to when the database was told that somebody is there; the earliest first. */
  readonly until_ms: Map<string, number>;
}
/** Of each node by itself. */
const told = new WeakMap<Heartbeats, Told>();

/**
 * Notes that these people are there; answers those of whom nobody knew. Without Redis their rows say so, and are not ahead: it may
 * have kept old signs of them when it is there again.
 */
export async function noteOpen(
  { db, heartbeats }: Deps,
  userIds: readonly string[],
  { now, since }: { now: Date; since: Date },
): Promise<string[]> {
  if (!heartbeats) return store.putOpen(db, userIds, { seenAt: now, since });
  const unknown = await heartbeats.beat(userIds, { at: now, since: heartbeatSince(now) });
  const due = unknown ? dueOf(heartbeats, userIds, { unknown, now }) : userIds;
  if (due.length === 0) return [];
  const seenAt = unknown ? new Date(now.getTime() + ahead_ms) : now;
  const until_ms = toldBy(heartbeats, now).until_ms;
  // Where the database does not take it, the next heartbeat tells it of them, whatever Redis knows by then.
  for (const userId of due) until_ms.delete(userId);
  const came = await store.putOpen(db, due, { seenAt, since });
  if (unknown) for (const userId of due) until_ms.set(userId, seenAt.getTime());
  return came;
}

function toldBy(heartbeats: Heartbeats, now: Date): Told {
  const known = told.get(heartbeats) ?? { since_ms: now.getTime(), until_ms: new Map<string, number>() };
  told.set(heartbeats, known);
  return known;
}

/** Of whom the database is to be told. */
function dueOf(
  heartbeats: Heartbeats,
  userIds: readonly string[],
  { unknown, now }: { unknown: readonly string[]; now: Date },
): readonly string[] {
  const now_ms = now.getTime();
  const { since_ms, until_ms } = toldBy(heartbeats, now);
  // Beside a node that has just begun there may be some that know of no Redis, and write their own time into the same rows.
  if (now_ms < since_ms + ahead_ms) return userIds;
  for (const [userId, each_ms] of until_ms) {
    if (each_ms > now_ms) break;
    until_ms.delete(userId);
  }
  const isNew = new Set(unknown);
  return userIds.filter((userId) => isNew.has(userId) || (until_ms.get(userId) ?? 0) <= now_ms + renewed_ms);
}

/** Nobody stays ahead whose nodes have said nothing for `silent_ms`. */
export async function takeBackAhead({ db, heartbeats }: Deps, now: Date): Promise<void> {
  if (!heartbeats) return;
  await takeBackSilent(db, heartbeats, now);
  await takeBackLost(db, heartbeats, now);
  await renewQuiet(db, heartbeats, now);
}

/** What a node writes as its own time is no later, be its clock ahead, or be it written meanwhile. */
const leastAhead = (now: Date) => new Date(now.getTime() + mostSkew_ms);

async function takeBackSilent(db: Db, heartbeats: Heartbeats, now: Date): Promise<void> {
  const since = heartbeatSince(now);
  for (;;) {
    const silent = await heartbeats.silentSince(since);
    if (!silent || silent.length === 0) return;
    await store.takeBackSilent(db, silent, { least: leastAhead(now), most_ms: ahead_ms + mostSkew_ms });
    // Only now: those for whom this fails are found again.
    const ids = silent.map(({ id }) => id);
    const forgotten = await heartbeats.forget(ids, since);
    if (!forgotten || silent.length < mostSilent) return;
  }
}

/** Redis begins again when it has lost everything. Whoever is still there has been put further ahead since. */
async function takeBackLost(db: Db, heartbeats: Heartbeats, now: Date): Promise<void> {
  const begunAt = await heartbeats.begunAt();
  if (!begunAt || begunAt > heartbeatSince(now)) return;
  const before = new Date(begunAt.getTime() + ahead_ms - mostSkew_ms);
  const least = leastAhead(now);
  if (before > least) await store.takeBackBefore(db, before, { least, lastAt: begunAt });
}

/** A node that knows of no Redis, or does not reach it, writes its own time; when its streams close, those of others may go on. */
async function renewQuiet(db: Db, heartbeats: Heartbeats, now: Date): Promise<void> {
  const since = heartbeatSince(now);
  const quietSince = new Date(now.getTime() - recordOpen_ms);
  for (let after = ''; ; ) {
    const quiet = await store.listOpenBefore(db, quietSince, { after, limit: notedAtOnce });
    const heard = quiet.length > 0 && (await heartbeats.heardSince(quiet, since));
    if (!heard) return;
    // No later than their sign: else they could not be taken back when it was their last.
    const seenAt = new Date(since.getTime() + ahead_ms);
    if (heard.length > 0) await store.putOpen(db, heard, { seenAt, since });
    if (quiet.length < notedAtOnce) return;
    after = quiet.at(-1)!;
  }
}
