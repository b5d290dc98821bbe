import { tellPerson } from '#features/live/live.service.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import {
  type CodeFacts,
  type Notices,
  type NotificationSpec,
  noticeTopics,
  type Recipient,
} from '#platform/notices.ts';
import { orderMails } from './mail.store.ts';
import * as store from './making.store.ts';
import { gatheredAs, gatheredOf, goesToPerson, isTooOld } from './notifications.rules.ts';
import * as progressStore from './progress.store.ts';

/** Notices read in one transaction, which is to stay short; with more at once each costs less. */
const batch = 200;

/** In a long series people are trimmed only after so many notices each: trimming reads all that they have. */
const trimAfter = 25;
/** Of so many people at once at most. */
const mostTrimmed = 2000;

/** A notice that cannot be made anything of for this long is passed over, so that the others come through. */
const patience_ms = 10 * 60 * 1000;

/**
 * Makes notifications of the notices that nobody has read yet. May run on several nodes at once: one reads on until
 * nothing is left, the others leave it to that, and nothing is made twice. Answers whether notices are left that wait
 * for a transaction, or for whoever reads on.
 */
export async function makeNotifications(deps: Deps, notices: Notices): Promise<{ isWaiting: boolean }> {
  const series = new Series();
  for (let limit = batch; ; ) {
    if (!series.isLikelyToGoOn) {
      const { noticed, isWaiting } = await nextUnread(deps);
      if (noticed.length === 0) return { isWaiting };
    }
    try {
      const wasLikely = series.isLikelyToGoOn;
      const read = await makeBatch(deps, notices, limit, series);
      if (read === null || (read === 0 && !wasLikely)) return { isWaiting: true };
      limit = batch;
    } catch (error) {
      series.isLikelyToGoOn = false;
      if (limit > 1) limit = 1;
      else if (!(await passOver(deps, error))) throw error;
    }
  }
}

class Series {
  /** The last one was full. */
  isLikelyToGoOn = false;
  readonly #told = new Set<string>();
  #notificationsFor = 0;

  add(userId: string) {
    this.#told.add(userId);
    this.#notificationsFor++;
  }

  /** Of whom it is time to take out what is too much; while it goes on the same people are told again and again. */
  due(): string[] {
    const isDue =
      !this.isLikelyToGoOn ||
      this.#notificationsFor >= trimAfter * this.#told.size ||
      this.#told.size >= mostTrimmed;
    return isDue ? [...this.#told] : [];
  }

  trimmed() {
    this.#told.clear();
    this.#notificationsFor = 0;
  }
}

/** Answers how many notices were read; null while somebody else reads on. */
async function makeBatch(
  deps: Deps,
  notices: Notices,
  limit: number,
  series: Series,
): Promise<number | null> {
  const seen = await deps.horizon.now();
  return deps.transact(async (inner) => {
    const progress = await progressStore.lockProgress(inner.db);
    if (!progress) return null;
    const { noticed } = await progressStore.nextNotices(inner.db, progress, seen, limit);
    series.isLikelyToGoOn = noticed.length === limit;
    const last = noticed.at(-1);
    const now = inner.clock();
    for (const { createdAt } of noticed) {
      inner.measures.observe('notices_age_seconds', (now.getTime() - createdAt.getTime()) / 1000, {});
    }
    const created = await notificationsOf(
      inner,
      notices,
      noticed.filter(({ createdAt }) => !isTooOld(createdAt, now)),
    );
    await gatherByPerson(inner, notices, created);
    const made = await store.insertNotifications(inner.db, created);
    if (made.length > 0) store.orderPushes(inner.db, made, now);
    if (inner.config.mail) orderMailsOf(inner, notices, created, made);
    for (const { userId, gathered } of made) {
      tellPerson(inner, userId, { type: 'notification', id: gathered });
      series.add(userId);
    }
    const changed = await store.peopleNotifiedBefore(inner.db, invalidatingOf(notices, noticed));
    const due = series.due();
    if (due.length > 0) {
      for (const userId of await store.trim(inner.db, due, marked(notices))) changed.add(userId);
      inner.afterCommit(() => series.trimmed());
    }
    for (const { userId } of made) changed.delete(userId);
    for (const userId of changed) tellPerson(inner, userId, { type: 'notifications_changed' });
    if (last) progressStore.saveProgress(inner.db, last);
    return noticed.length;
  });
}

/** Mails of what was notified and is told so, too; they are as many as the notifications, and written with them. */
function orderMailsOf(
  inner: TransactingDeps,
  { mails, codes }: Notices,
  created: readonly store.NewNotification[],
  made: readonly store.Made[],
): void {
  const told = new Set(made.map(({ userId, eventId }) => `${userId} ${eventId}`));
  const now = inner.clock();
  const mailed = created.filter(
    ({ userId, eventId, code }) => mails[code] && told.has(`${userId} ${eventId}`),
  );
  const ordered = mailed.map(({ userId, eventId, code, params }) => ({
    id: inner.ids.next(now),
    isGathered: codes[code].gathered !== null,
    ...{ userId, eventId, code, params },
  }));
  orderMails(inner.db, ordered, now);
}

/** Codes that are never taken out, and of what one did oneself. */
function marked({ codes }: Notices): store.Marked {
  const named = (which: 'isSpared' | 'isOwn') =>
    Object.entries(codes).flatMap(([code, facts]) => (facts[which] ? [code] : []));
  return { spared: named('isSpared'), own: named('isOwn') };
}

/** Who comments on one post after the other, or reacts to them, is told of once. */
async function gatherByPerson(
  inner: TransactingDeps,
  { codes }: Notices,
  created: readonly store.NewNotification[],
): Promise<void> {
  const ofPersons = created.filter(
    ({ code, personId, postId }) => codes[code].byPerson && personId && postId,
  );
  if (ofPersons.length === 0) return;
  const pairOf = (one: Pick<store.NewNotification, 'userId' | 'personId'>) => `${one.userId} ${one.personId}`;
  const byPerson = Object.keys(codes).filter((code) => codes[code as keyof typeof codes].byPerson);
  const things = new Map<string, Set<string>>();
  for (const told of await store.findThingsOf(inner.db, ofPersons, byPerson)) {
    things.set(pairOf(told), (things.get(pairOf(told)) ?? new Set()).add(told.postId));
  }
  for (const one of ofPersons) {
    const before = things.get(pairOf(one)) ?? new Set();
    if (goesToPerson(before, one.postId!)) one.gathered = gatheredOf(one.personId!);
    else things.set(pairOf(one), before.add(one.postId!));
  }
}

/** The notices that may change what was told, each with how it does. */
const invalidatingOf = ({ invalidates }: Notices, noticed: readonly progressStore.Read[]) =>
  noticed.flatMap((one) => {
    const how = invalidates.get(one.kind);
    return how ? { ...one, invalidates: how } : [];
  });

/** The first notice that nobody has read yet. */
async function nextUnread(deps: Deps) {
  const [seen, progress] = await Promise.all([deps.horizon.now(), progressStore.findProgress(deps.db)]);
  return progressStore.nextNotices(deps.db, progress ?? { transactionId: 0, eventId: 0 }, seen, 1);
}

/** How long the first notice that nobody has read yet has waited, be it for a transaction elsewhere. */
export async function noticesLag_s(deps: Deps): Promise<number> {
  const { oldest } = await nextUnread(deps);
  return oldest === null ? 0 : Math.max(0, deps.clock().getTime() - oldest.getTime()) / 1000;
}

/** False while the first notice is to be tried again. */
async function passOver(deps: Deps, error: unknown): Promise<boolean> {
  const seen = await deps.horizon.now();
  return deps.transact(async (inner) => {
    const progress = await progressStore.lockProgress(inner.db);
    const [first] = progress ? (await progressStore.nextNotices(inner.db, progress, seen, 1)).noticed : [];
    if (!first || inner.clock().getTime() - first.createdAt.getTime() < patience_ms) return false;
    inner.log.error({ err: error, eventId: first.eventId }, 'notice passed over');
    progressStore.saveProgress(inner.db, first);
    return true;
  });
}

/** Whom each notice concerns, and how they are told. Each rule asks once, however many there are. */
async function notificationsOf(
  inner: TransactingDeps,
  { rules, codes }: Notices,
  noticed: readonly progressStore.Read[],
): Promise<store.NewNotification[]> {
  const createdAt = new Map(noticed.map((one) => [one.eventId, one.createdAt]));
  const created: store.NewNotification[] = [];
  for (const { kinds, notificationsFor } of rules) {
    const names = new Set(kinds.map(({ name }) => name));
    const notices = noticed.filter(({ kind }) => names.has(kind));
    if (notices.length === 0) continue;
    for (const spec of await notificationsFor(inner, notices)) {
      created.push(newNotification(spec, codes[spec.code], createdAt.get(spec.eventId)!));
    }
  }
  return created;
}

function newNotification(
  spec: Recipient & NotificationSpec,
  facts: CodeFacts,
  createdAt: Date,
): store.NewNotification {
  const { type, priority, isRead, gathered, stays } = facts;
  const { postId = null, conversationId = null, sequence = null } = spec;
  const message = sequence === null ? null : `${conversationId}-${sequence}`;
  const thing = sequence === null ? postId : conversationId;
  // Reactions are gathered for each message, messages for their conversation.
  const about = spec.about ?? (spec.code === 'message_reacted' ? message : thing);
  return {
    priority: spec.priority ?? priority,
    ...{ type, isRead, stays, postId, conversationId, sequence, createdAt },
    eventId: spec.eventId,
    userId: spec.userId,
    code: spec.code,
    gathered: gatheredAs(gathered, { about, eventId: spec.eventId }),
    personId: spec.personId ?? null,
    commentId: spec.commentId ?? null,
    requestId: spec.requestId ?? null,
    params: spec.params ?? {},
    unlessNotified: spec.unlessNotified ?? null,
    unlessUnread: spec.unlessUnread ?? null,
  };
}

/** Notices that come together are read together. */
const gather_ms = 25;
/** How soon those are looked for again that wait for another transaction. */
const lookAgain_ms = 50;

/** Makes notifications as soon as notices are committed on this node; `onMade` hears when a round is over. */
export class NotificationMaker {
  readonly #deps: Deps;
  readonly #notices: Notices;
  readonly #onMade: () => void;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(deps: Deps, notices: Notices, onMade: () => void) {
    this.#deps = deps;
    this.#notices = notices;
    this.#onMade = onMade;
    this.#unsubscribe = deps.bus.subscribe(noticeTopics, () => this.#wake(gather_ms));
  }

  #wake(after_ms: number) {
    this.#isWanted = true;
    if (this.#timer || this.#running || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#run().finally(() => {
        this.#running = null;
        if (this.#isWanted) this.#wake(lookAgain_ms);
      });
    }, after_ms);
  }

  async #run() {
    this.#isWanted = false;
    try {
      const { isWaiting } = await makeNotifications(this.#deps, this.#notices);
      this.#onMade();
      if (isWaiting) this.#isWanted = true;
    } catch (error) {
      // The job tries again.
      this.#deps.log.error({ err: error }, 'notifications not made');
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }
}
