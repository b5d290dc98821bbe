import type { NotificationCode } from '@dazi/contract/notifications/notifications';
import { usedSince } from '#features/chat/presence/presence.service.ts';
import { boardNow } from '#features/governance/governance.service.ts';
import { type Notice, noticeTopics, tellPerson } from '#features/live/live.service.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import * as store from './making.store.ts';
import { gatheredAs, isTooOld, type Noticed, ofKind } from './notifications.rules.ts';

/** Notices read in one transaction, which is to stay short; with more at once each costs less. */
const batch = 200;

/**
 * In a long series of notices what people have beyond what is kept is taken out once each was told so much more on
 * average: all that they have is read for it.
 */
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
export async function makeNotifications(deps: Deps): Promise<{ isWaiting: boolean }> {
  const series = new Series();
  for (let limit = batch; ; ) {
    if (!series.isLikelyToGoOn) {
      const progress = (await store.findProgress(deps.db)) ?? { transactionId: 0, eventId: 0 };
      const seen = await store.nextNotices(deps.db, progress, 1);
      if (seen.noticed.length === 0) return { isWaiting: seen.isWaiting };
    }
    try {
      const wasLikely = series.isLikelyToGoOn;
      const read = await makeBatch(deps, limit, series);
      if (read === null || (read === 0 && !wasLikely)) return { isWaiting: true };
      limit = batch;
    } catch (error) {
      series.isLikelyToGoOn = false;
      if (limit > 1) limit = 1;
      else if (!(await passOver(deps, error))) throw error;
    }
  }
}

/** Batches of which one follows the other. */
class Series {
  /** The last one was full. */
  isLikelyToGoOn = false;
  readonly #told = new Set<string>();
  #tellings = 0;

  add(userId: string) {
    this.#told.add(userId);
    this.#tellings++;
  }

  /** Of whom it is time to take out what is too much; while it goes on the same people are told again and again. */
  due(): string[] {
    const isDue =
      !this.isLikelyToGoOn || this.#tellings >= trimAfter * this.#told.size || this.#told.size >= mostTrimmed;
    return isDue ? [...this.#told] : [];
  }

  trimmed() {
    this.#told.clear();
    this.#tellings = 0;
  }
}

/** Answers how many notices were read; null while somebody else reads on. */
async function makeBatch(deps: Deps, limit: number, series: Series): Promise<number | null> {
  return deps.transact(async (inner) => {
    const progress = await store.lockProgress(inner.db);
    if (!progress) return null;
    const { noticed } = await store.nextNotices(inner.db, progress, limit);
    series.isLikelyToGoOn = noticed.length === limit;
    const last = noticed.at(-1);
    const now = inner.clock();
    const drafts = await draft(
      inner,
      noticed.filter(({ createdAt }) => !isTooOld(createdAt, now)),
    );
    const made = await store.insertNotifications(inner.db, drafts);
    if (made.length > 0) store.orderPushes(inner.db, made, now);
    for (const { userId, gathered } of made) {
      tellPerson(inner, userId, { type: 'notification', id: gathered });
      series.add(userId);
    }
    const changed = await store.toldBefore(inner.db, noticed);
    const due = series.due();
    if (due.length > 0) {
      for (const userId of await store.trim(inner.db, due)) changed.add(userId);
      inner.afterCommit(() => series.trimmed());
    }
    for (const { userId } of made) changed.delete(userId);
    for (const userId of changed) tellPerson(inner, userId, { type: 'notifications_changed' });
    if (last) store.saveProgress(inner.db, last);
    return noticed.length;
  });
}

/** False while the first notice is to be tried again. */
async function passOver(deps: Deps, error: unknown): Promise<boolean> {
  return deps.transact(async (inner) => {
    const progress = await store.lockProgress(inner.db);
    const [first] = progress ? (await store.nextNotices(inner.db, progress, 1)).noticed : [];
    if (!first || inner.clock().getTime() - first.createdAt.getTime() < patience_ms) return false;
    inner.log.error({ err: error, eventId: first.eventId }, 'notice passed over');
    store.saveProgress(inner.db, first);
    return true;
  });
}

type About = Partial<Omit<store.Draft, 'userId' | 'eventId' | 'code' | 'gathered' | 'createdAt'>>;

/** Whom each notice concerns, and how they are told. Each kind asks once, however many there are. */
async function draft(inner: TransactingDeps, noticed: readonly Noticed[]): Promise<store.Draft[]> {
  const byEvent = new Map(noticed.map((one) => [one.eventId, one]));
  const drafts: store.Draft[] = [];
  const add = (recipient: store.Recipient, code: NotificationCode, about: About) => {
    const { eventId, userId } = recipient;
    const ofMessage = code === 'message_reacted' ? `${about.conversationId}-${about.sequence}` : null;
    const gatheredBy = ofMessage ?? (about.sequence ? about.conversationId : about.postId);
    drafts.push({
      eventId,
      userId,
      code,
      gathered: gatheredAs(code, { about: gatheredBy ?? null, eventId }),
      personId: null,
      postId: null,
      commentId: null,
      conversationId: null,
      sequence: null,
      requestId: null,
      params: {},
      ...about,
      createdAt: byEvent.get(eventId)!.createdAt,
    });
  };
  const each = async <Found extends store.Recipient, Name extends Notice['kind']>(
    names: readonly Name[],
    find: (notices: (Extract<Notice, { kind: Name }> & { eventId: number })[]) => Promise<Found[]>,
    make: (notice: Extract<Notice, { kind: Name }>, found: Found) => void,
  ) => {
    const notices = ofKind(noticed, ...names);
    if (notices.length === 0) return;
    const known = new Map(notices.map((notice) => [notice.eventId, notice]));
    for (const found of await find(notices)) make(known.get(found.eventId)!, found);
  };
  const { db } = inner;

  await each(
    ['post_reacted'],
    (notices) => store.ofReactions(db, notices),
    ({ postId, personId }, found) => add(found, 'post_reacted', { postId, personId }),
  );
  await each(
    ['comment_added'],
    (notices) => store.ofComments(db, notices),
    ({ postId, commentId, personId }, found) => add(found, found.code, { postId, commentId, personId }),
  );
  await each(
    ['message_sent'],
    (notices) => store.ofMessages(db, notices),
    ({ conversationId, sequence, personId, isRequest }, found) => {
      const code = isRequest && found.code === 'private_message' ? 'message_request' : found.code;
      add(found, code, { conversationId, sequence, personId });
    },
  );
  await each(
    ['mention_added'],
    (notices) => store.ofAddedMentions(db, notices),
    ({ conversationId, sequence, personId }, found) =>
      add(found, 'mentioned', { conversationId, sequence, personId, params: { isAdded: true } }),
  );
  await each(
    ['message_reacted'],
    (notices) => store.ofMessageReactions(db, notices),
    ({ conversationId, sequence, personId }, found) =>
      add(found, 'message_reacted', { conversationId, sequence, personId }),
  );
  await each(
    ['join_requested'],
    (notices) => store.ofJoinRequests(db, notices),
    ({ conversationId, requestId, personId }, found) =>
      add(found, 'join_requested', { conversationId, requestId, personId }),
  );
  await each(
    ['room_nearly_full'],
    (notices) => store.ofFullRooms(db, notices),
    ({ conversationId, members, limit }, found) =>
      add(found, members < limit ? 'capacity_warning' : 'split', {
        conversationId,
        params: { members, limit },
      }),
  );
  await each(
    ['join_answered'],
    (notices) => store.ofNamed(db, notices),
    ({ conversationId, isApproved }, found) =>
      add(found, isApproved ? 'join_approved' : 'join_denied', { conversationId }),
  );
  await each(
    ['owner_changed'],
    (notices) => store.ofNamed(db, notices),
    ({ conversationId }, found) => add(found, 'became_owner', { conversationId }),
  );
  await each(
    ['member_removed'],
    (notices) => store.ofNamed(db, notices),
    ({ conversationId, isBanned }, found) =>
      add(found, isBanned ? 'banned_from_room' : 'removed_from_room', { conversationId }),
  );
  await each(
    ['person_blocked', 'person_unblocked'],
    (notices) =>
      store.ofNamed(
        db,
        notices.map(({ eventId, blockerId, blockedId }) => ({
          eventId,
          userId: blockerId,
          personId: blockedId,
        })),
      ),
    ({ kind, blockedId }, found) => add(found, kind, { personId: blockedId }),
  );
  await each(
    ['wallet_moved'],
    (notices) => store.ofNamed(db, notices),
    ({ what, amountMinor, currency, personId, conversationId, transferNumber }, found) =>
      add(found, what, {
        personId,
        conversationId,
        params: { amountMinor, currency, ...(transferNumber && { transferNumber }) },
      }),
  );
  await each(
    ['board_elected'],
    (notices) => store.ofElected(db, notices),
    ({ userId }, found) => add(found, 'election', { personId: userId }),
  );
  await each(
    ['motion_put', 'motion_settled'],
    async (notices) => {
      const board = [...(await boardNow(inner))];
      return notices.flatMap(({ eventId, personId }) =>
        board.filter((userId) => userId !== personId).map((userId) => ({ eventId, userId })),
      );
    },
    (notice, found) => {
      const settled =
        notice.kind === 'motion_settled' && (notice.isPassed ? 'motion_passed' : 'motion_failed');
      add(found, settled || 'motion_put', { params: { motionId: notice.motionId } });
    },
  );
  for (const { eventId, postId } of ofKind(noticed, 'post_created')) {
    const userIds = await toldOfPost(inner, postId, byEvent.get(eventId)!.createdAt);
    const post = userIds.authorId;
    for (const userId of userIds.near) add({ eventId, userId }, 'post_nearby', { postId, personId: post });
  }
  return drafts;
}

async function toldOfPost(inner: TransactingDeps, postId: string, createdAt: Date) {
  const now = inner.clock();
  const post = await store.findNewPost(inner.db, postId);
  // What was posted while nobody read notices is not new any more to those who are there now.
  if (!post || createdAt <= usedSince(now)) return { authorId: null, near: [] };
  const { userId: authorId, ...at } = post;
  const near = await store.ofPlace(inner.db, { at, authorId, now, usedSince: usedSince(now) });
  await store.noteNearby(inner.db, near, now);
  return { authorId, near };
}

/** Notices that come together are read together. */
const gather_ms = 25;
/** How soon those are looked for again that wait for another transaction. */
const lookAgain_ms = 50;

/** Makes notifications as soon as notices are committed on this node; `onMade` hears when a round is over. */
export class NotificationMaker {
  readonly #deps: Deps;
  readonly #onMade: () => void;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(deps: Deps, onMade: () => void) {
    this.#deps = deps;
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
      const { isWaiting } = await makeNotifications(this.#deps);
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
