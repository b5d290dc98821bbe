import type { AreaEvent, ConversationEvent, Frame, PersonEvent } from '@dazi/contract/frames';
import type { GovernanceEvent, GovernancePart } from '@dazi/contract/governance/governance-events';
import { backlogLimit_bytes, batch_ms, boardCell } from '@dazi/contract/live/live';
import { livingSessions, sessionTopics } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import { topicKind } from '#platform/bus.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { currentMoment, readMoment } from '#platform/moments.ts';
import { gapTopics } from '#platform/nodes.ts';
import { topicVersions } from '#platform/outbox.store.ts';
import { port } from '#platform/ports.ts';
import { RecentNews } from './recent-news.rules.ts';

/** Everyone hidden from a person. */
export type HiddenFrom = (deps: Deps, viewerId: string) => Promise<ReadonlySet<string>>;
export const hiddenFromPort = port<HiddenFrom>('who is hidden from a person');

/** Notes that these people have a stream open at this moment. */
export type RecordOpenStreams = (deps: Deps, userIds: readonly string[]) => Promise<void>;
export const recordOpenStreamsPort = port<RecordOpenStreams>('who notes that streams are open');

/** What a person hears of besides areas. */
export interface Subscriptions {
  /** The groups somebody is a member of; what is said to them alone is told to the person. */
  conversationsOf(deps: Deps, userId: string): Promise<string[]>;
  /** Of those given the ones somebody is a member of, with the numbers they have come to. */
  positionsOf(deps: Deps, userId: string, conversationIds: readonly string[]): Promise<LogPosition[]>;
}

export const subscriptionsPort = port<Subscriptions>('what a person hears of besides areas');

/** How far a conversation's log has come: its newest number, and its count of changes. */
export interface LogPosition {
  id: string;
  lastSequence: number;
  change: number;
}

/** Where frames of one stream go; implemented over HTTP. */
export interface Outlet {
  write(frame: string | Buffer): void;
  /** Bytes handed over and not yet taken by the network. */
  waiting(): number;
  end(): void;
}

/** Who listens. A visitor has no session and no end. */
export interface Listener {
  viewerId: string | null;
  sessionId: string | null;
  /** When the session ends, and the stream with it. */
  endsAt: Date | null;
}

interface Stream extends Listener {
  id: string;
  hidden: ReadonlySet<string>;
  areas: Set<number>;
  conversations: Set<string>;
  outlet: Outlet;
  /** Frames were dropped; the stream was told to ask again. */
  behind: boolean;
  /** While memberships are read: those that ended meanwhile. */
  left?: Set<string>;
  /** The last gap after which it was read anew what may be heard. */
  sureSince: number;
}

/** How often it is noted whose streams are open: twice before they would count as closed. */
export const recordOpen_ms = 45_000;

/** Streams whose rights are read again together, and how soon that is tried again. */
const madeSureAtOnce = 100;
const makeSureAgain_ms = 1000;

/** What happens where a post or a room is, by the cell. */
export const areaTopics = topicKind<LocalNews>('area');
/** What the board does, which is no place. */
const boardTopics = topicKind<GovernanceEvent>('board');
const boardTopic = boardTopics.topic('any');
/** What the members of a conversation hear. */
export const conversationTopics = topicKind<ConversationEvent>('conversation');
/** What one person hears. */
const personTopics = topicKind<ConversationEvent | PersonEvent>('user');
const hiddenTopics = topicKind<HiddenNews>('hidden');
/** Those who were members are none any more by the time they ask; only looked up, never told. */
const closedTopic = topicKind<never>('closed').topic('any');

/** Browsers listen to the board like to a cell. */
const topicOfCell = (cell: number) => (cell === boardCell ? boardTopic : areaTopics.topic(String(cell)));
export const frameText = (frame: Frame) => `data: ${JSON.stringify(frame)}\n\n`;

type LocalEvent = Extract<AreaEvent, { userId: string }>;
/** An event about a post; `authorId` is there when somebody else than the author acted. */
type LocalNews = LocalEvent & { authorId?: string };
type AreaNews = LocalNews | GovernanceEvent;

/**
 * Writes an area event with the transaction that caused it. It does not reach those from whom the person
 * who acted is hidden, nor those from whom the author of the post is, whoever acted.
 */
export function tellArea(
  inner: TransactingDeps,
  cell: number,
  event: LocalEvent,
  authorId: string = event.userId,
): void {
  const news: LocalNews = authorId === event.userId ? event : { ...event, authorId };
  inner.emit(areaTopics.topic(String(cell)), news);
}

/** Tells everybody who looks at what the board does, whoever is hidden from them: it is public. */
export function tellGovernance(inner: TransactingDeps, parts: readonly GovernancePart[]): void {
  for (const part of parts) inner.emit(boardTopic, { type: 'governance_changed', part });
}

/**
 * Tells the members of a conversation. Only ids are kept of it: `told` may carry what was said. Those who are
 * hidden from the person who acted hear that something was said, and ask for it.
 */
export function tellConversation(inner: TransactingDeps, event: ConversationEvent): void {
  inner.emit(conversationTopics.topic(event.conversationId), withoutWords(event) ?? event, event);
}

/** Tells the members without keeping anything: for what is over in a moment. */
export function tellConversationNow(deps: Deps, event: ConversationEvent): void {
  deps.bus.publish(conversationTopics.topic(event.conversationId), event);
}

/** Tells one person, on all their devices. Of what was said only ids are kept. */
export function tellPerson(
  inner: TransactingDeps,
  userId: string,
  event: ConversationEvent | PersonEvent,
): void {
  inner.emit(
    personTopics.topic(userId),
    isConversationEvent(event) ? (withoutWords(event) ?? event) : event,
    event,
  );
}

const isConversationEvent = (event: ConversationEvent | PersonEvent): event is ConversationEvent =>
  'conversationId' in event && event.type !== 'membership';

/** The same without keeping anything. */
export function tellPersonNow(deps: Deps, userId: string, event: ConversationEvent | PersonEvent): void {
  deps.bus.publish(personTopics.topic(userId), event);
}

/** What streams of a person hear of whom they may not hear any more, or again. Kept is only that there was something. */
interface HiddenNews {
  otherId?: string;
  isHidden?: boolean;
}

/** Tells the streams of two people that one of them has blocked the other, or does so no longer. */
export function tellHidden(inner: TransactingDeps, oneId: string, otherId: string, isHidden: boolean): void {
  const tell = (userId: string, news: HiddenNews) => inner.emit(hiddenTopics.topic(userId), {}, news);
  tell(oneId, { otherId, isHidden });
  tell(otherId, { otherId: oneId, isHidden });
}

/** Who is not to be hidden from those who hear of it. */
function actorsOf(news: AreaNews): string[] {
  if (news.type === 'governance_changed') return [];
  return news.authorId === undefined ? [news.userId] : [news.userId, news.authorId];
}

function asTold(news: AreaNews): AreaEvent {
  if (news.type === 'governance_changed') return news;
  const { authorId: _unsaid, ...event } = news;
  return event;
}

/** An election is many votes at once: that a list is another is said once a frame. */
const isRepeated = (news: AreaNews, other: AreaNews) =>
  news.type === 'governance_changed' && other.type === news.type && other.part === news.part;

/** Whose words an event carries, those it answers to included: they may be folded for some. */
function speakersOf(event: ConversationEvent): string[] {
  if (event.type === 'typing') return [event.userId];
  const message =
    event.type === 'new_message'
      ? event.message
      : event.type === 'conversation_update' && event.change.kind === 'message'
        ? event.change.message
        : null;
  const speakers = [message?.senderId, message?.replyTo?.senderId];
  return speakers.filter((userId) => userId !== null && userId !== undefined);
}

/** The same without what was said, for those who are to ask for it; null where nothing is said. */
function withoutWords(event: ConversationEvent): ConversationEvent | null {
  if (event.type === 'new_message') return { ...event, message: null };
  if (event.type !== 'conversation_update' || event.change.kind !== 'message') return null;
  return { ...event, change: { ...event.change, message: null } };
}

/** All that is told to whoever holds the stream, areas aside. */
function* topicsOf({ viewerId, conversations }: Stream) {
  if (viewerId === null) return;
  yield personTopics.topic(viewerId);
  yield hiddenTopics.topic(viewerId);
  yield closedTopic;
  for (const id of conversations) yield conversationTopics.topic(id);
}

/** The streams of this node and what they listen to. */
export class LiveHub {
  readonly #deps: Deps;
  readonly #hiddenFrom: HiddenFrom;
  readonly #subscriptions: Subscriptions;
  readonly #recordOpenStreams: RecordOpenStreams;
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Map<number, Set<Stream>>();
  readonly #byPerson = new Map<string, Set<Stream>>();
  readonly #byConversation = new Map<string, Set<Stream>>();
  readonly #gathered = new Map<number, AreaNews[]>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Whose hidden people are being read, and whether they changed once more meanwhile. */
  readonly #rereading = new Map<string, { again: boolean; done: Promise<void> }>();
  /** Who came while others are being noted; they are noted together. */
  #coming: Set<string> | null = null;
  #noting: Promise<void> = Promise.resolve();
  readonly #recent = new RecentNews(currentMoment);
  readonly #unsubscribe: (() => void)[];
  /** How often something may have been missed of what other nodes said. */
  #gaps = 0;
  #isMakingSure = false;

  constructor(
    deps: Deps,
    hiddenFrom: HiddenFrom,
    subscriptions: Subscriptions,
    recordOpenStreams: RecordOpenStreams,
  ) {
    this.#deps = deps;
    this.#hiddenFrom = hiddenFrom;
    this.#subscriptions = subscriptions;
    this.#recordOpenStreams = recordOpenStreams;
    this.#unsubscribe = [
      deps.bus.subscribe(areaTopics, (news, cell, topic) => {
        this.#recent.note(topic);
        this.#gather(Number(cell), news);
      }),
      deps.bus.subscribe(boardTopics, (news, _id, topic) => {
        this.#recent.note(topic);
        this.#gather(boardCell, news);
      }),
      deps.bus.subscribe(conversationTopics, (event, _id, topic) => {
        this.#noteTold(topic, event);
        this.#tellMembers(event);
      }),
      deps.bus.subscribe(personTopics, (event, userId, topic) => {
        this.#noteTold(topic, event);
        this.#tellPerson(userId, event);
      }),
      deps.bus.subscribe(hiddenTopics, (news, userId, topic) => {
        this.#recent.note(topic);
        this.#hide(userId, news);
      }),
      deps.bus.subscribe(sessionTopics, (_event, sessionId) => this.#endSession(sessionId)),
      deps.bus.subscribe(gapTopics, () => this.#afterGap()),
    ];
  }

  get rateLimitFactor(): number {
    return this.#deps.config.rateLimitFactor;
  }

  /**
   * Begins to listen for somebody and answers how the stream is opened once its way to the browser stands, or
   * given up. What comes and goes in between is not missed: memberships are followed from before they are read.
   */
  async prepare(listener: Listener): Promise<{ open(outlet: Outlet): string; giveUp(): void }> {
    const { viewerId } = listener;
    const waiting: (string | Buffer)[] = [];
    const stream: Stream = {
      ...listener,
      id: this.#deps.ids.secret(),
      hidden: new Set(),
      areas: new Set(),
      conversations: new Set(),
      outlet: { write: (frame) => void waiting.push(frame), waiting: () => 0, end: () => {} },
      behind: false,
      sureSince: this.#gaps,
    };
    this.#streams.set(stream.id, stream);
    const giveUp = () => this.close(stream.id);
    if (viewerId !== null) {
      this.#byPerson.set(viewerId, (this.#byPerson.get(viewerId) ?? new Set()).add(stream));
      const left = new Set<string>();
      stream.left = left;
      try {
        await this.#noteComing(viewerId);
        await this.#rereadHidden(viewerId);
        for (const id of await this.#subscriptions.conversationsOf(this.#deps, viewerId)) {
          if (!left.has(id)) this.#hear(stream, id);
        }
      } catch (error) {
        giveUp();
        throw error;
      }
      delete stream.left;
    }
    return {
      giveUp,
      open: (outlet) => {
        outlet.write(frameText({ type: 'connected', streamId: stream.id }));
        for (const frame of waiting) outlet.write(frame);
        stream.outlet = outlet;
        return stream.id;
      },
    };
  }

  close(streamId: string): void {
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    this.#streams.delete(streamId);
    for (const cell of stream.areas) this.#leave(stream, cell);
    for (const conversationId of stream.conversations) this.#stopHearing(stream, conversationId);
    if (stream.viewerId === null) return;
    const own = this.#byPerson.get(stream.viewerId);
    own?.delete(stream);
    if (own?.size === 0) this.#byPerson.delete(stream.viewerId);
  }

  /** Says that the streams live, and ends those whose session is over. */
  heartbeat(): void {
    const now = this.#deps.clock();
    for (const { endsAt, sessionId } of [...this.#streams.values()]) {
      if (endsAt && sessionId && endsAt <= now) this.#endSession(sessionId);
    }
    const text = frameText({ type: 'heartbeat' });
    for (const stream of this.#streams.values()) this.#send(stream, text);
  }

  /** Notes in one statement whose streams are open here. */
  async recordOpenStreams(): Promise<void> {
    if (this.#byPerson.size > 0) await this.#recordOpenStreams(this.#deps, [...this.#byPerson.keys()]);
  }

  /** Those who come while one note is on its way go together with the next. */
  #noteComing(viewerId: string): Promise<void> {
    if (this.#coming) this.#coming.add(viewerId);
    else {
      const coming = new Set([viewerId]);
      this.#coming = coming;
      const write = () => {
        this.#coming = null;
        return this.#recordOpenStreams(this.#deps, [...coming]);
      };
      this.#noting = this.#noting.then(write, write);
    }
    return this.#noting;
  }

  /** From this moment on nothing of somebody hidden is told; what is shown again is asked for. */
  #hide(userId: string, { otherId, isHidden }: HiddenNews) {
    const streams = this.#byPerson.get(userId);
    if (!streams) return;
    const tell = () => this.#tellPerson(userId, { type: 'hidden_changed' });
    const isKnown = otherId !== undefined && isHidden === true;
    if (isKnown) {
      for (const stream of streams) stream.hidden = new Set([...stream.hidden, otherId]);
      tell();
    }
    // What was decided last stands, in whichever order it was heard.
    this.#rereadHidden(userId).then(
      () => (isKnown ? undefined : tell()),
      () => this.#endStreamsOf(userId),
    );
  }

  /** Asks who is hidden from a person, once more if that changes while it is being asked. */
  #rereadHidden(userId: string): Promise<void> {
    const running = this.#rereading.get(userId);
    if (running) {
      running.again = true;
      return running.done;
    }
    const state = { again: false, done: Promise.resolve() };
    this.#rereading.set(userId, state);
    state.done = this.#readHidden(userId, state).finally(() => this.#rereading.delete(userId));
    return state.done;
  }

  async #readHidden(userId: string, state: { again: boolean }) {
    do {
      state.again = false;
      const hidden = await this.#hiddenFrom(this.#deps, userId);
      if (state.again) continue;
      for (const stream of this.#byPerson.get(userId) ?? []) stream.hidden = hidden;
    } while (state.again);
  }

  /** What takes a right away may have been missed: nobody hears anything until their rights are read anew. */
  #afterGap() {
    this.#gaps++;
    this.#recent.forget();
    if (this.#isMakingSure) return;
    this.#isMakingSure = true;
    this.#makeSure().then(
      () => {
        this.#isMakingSure = false;
      },
      () => {
        const timer = setTimeout(() => {
          this.#timers.delete(timer);
          this.#isMakingSure = false;
          this.#afterGap();
        }, makeSureAgain_ms);
        this.#timers.add(timer);
      },
    );
  }

  async #makeSure() {
    for (;;) {
      const gap = this.#gaps;
      const unsure = [...this.#streams.values()].filter((stream) => this.#isUnsure(stream));
      if (unsure.length === 0) return;
      for (let start = 0; start < unsure.length; start += madeSureAtOnce) {
        await this.#makeSureOf(unsure.slice(start, start + madeSureAtOnce), gap);
      }
    }
  }

  #isUnsure(stream: Stream) {
    return stream.sureSince < this.#gaps;
  }

  /** The browsers ask for everything else when they are told to. */
  async #makeSureOf(streams: readonly Stream[], gap: number) {
    const sessionIds = streams.flatMap(({ sessionId }) => sessionId ?? []);
    const living = await livingSessions(this.#deps, sessionIds);
    for (const stream of streams) {
      const { viewerId, sessionId } = stream;
      if (sessionId !== null && !living.has(sessionId)) this.#endSession(sessionId);
      if (!this.#streams.has(stream.id)) continue;
      if (viewerId !== null) {
        await this.#rereadHidden(viewerId);
        await this.#rereadConversations(stream, viewerId);
      }
      stream.sureSince = gap;
      stream.behind = true;
      stream.outlet.write(frameText({ type: 'resync' }));
    }
  }

  async #rereadConversations(stream: Stream, viewerId: string) {
    const before = [...stream.conversations];
    const left = new Set<string>();
    stream.left = left;
    const now = new Set(
      await this.#subscriptions.conversationsOf(this.#deps, viewerId).finally(() => delete stream.left),
    );
    if (!this.#streams.has(stream.id)) return;
    for (const id of before) if (!now.has(id)) this.#stopHearing(stream, id);
    for (const id of now) if (!left.has(id)) this.#hear(stream, id);
  }

  /** Without knowing whom to hide nothing is told: browsers come back and it is asked again. */
  #endStreamsOf(userId: string) {
    for (const stream of [...(this.#byPerson.get(userId) ?? [])]) {
      this.close(stream.id);
      stream.outlet.end();
    }
  }

  /**
   * Sets what a stream listens to and says what changed since the versions it has; of areas without a version, and
   * of what is told to the person, since the moment given. Listening begins before the versions are read, so nothing
   * falls between. STREAM_UNKNOWN when it is not connected here.
   */
  async sync(
    streamId: string,
    viewerId: string | null,
    areas: readonly { cell: number; version: number | null }[],
    since?: string,
  ) {
    const stream = this.#streams.get(streamId);
    if (!stream || stream.viewerId !== viewerId) throw new AppError('STREAM_UNKNOWN');
    const wanted = new Set(areas.map(({ cell }) => cell));
    for (const cell of stream.areas) if (!wanted.has(cell)) this.#leave(stream, cell);
    for (const cell of wanted) this.#join(stream, cell);
    stream.areas = wanted;
    stream.behind = false;
    const moment = since === undefined ? null : readMoment(since);
    const isQuiet = (topics: Iterable<string>) => moment !== null && this.#recent.isQuiet(topics, moment);
    return { areas: await this.#compare(areas, isQuiet), isQuiet: isQuiet(topicsOf(stream)) };
  }

  async #compare(
    areas: readonly { cell: number; version: number | null }[],
    isQuiet: (topics: Iterable<string>) => boolean,
  ) {
    if (areas.length === 0) return [];
    const { version, newest } = await topicVersions(
      this.#deps.db,
      areas.map(({ cell }) => topicOfCell(cell)),
    );
    return areas.map((area) => ({
      cell: area.cell,
      version,
      changed:
        area.version === null
          ? !isQuiet([topicOfCell(area.cell)])
          : area.version > version || (newest.get(topicOfCell(area.cell)) ?? 0) >= area.version,
    }));
  }

  /** Which of these conversations have come farther than the caller knows. Nothing is asked for a visitor. */
  async newerThan(
    viewerId: string | null,
    known: readonly { id: string; sequence: number; change: number }[],
  ): Promise<LogPosition[]> {
    if (viewerId === null || known.length === 0) return [];
    const asked = new Map(known.map((log) => [log.id, log]));
    const positions = await this.#subscriptions.positionsOf(this.#deps, viewerId, [...asked.keys()]);
    return positions.filter(({ id, lastSequence, change }) => {
      const { sequence, change: seen } = asked.get(id)!;
      return lastSequence > sequence || change > seen;
    });
  }

  /** Ends every stream; browsers come back after the pause they were told. */
  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const stream of [...this.#streams.values()]) {
      this.close(stream.id);
      stream.outlet.end();
    }
  }

  #join(stream: Stream, cell: number) {
    const listeners = this.#listeners.get(cell) ?? new Set();
    this.#listeners.set(cell, listeners.add(stream));
  }

  #leave(stream: Stream, cell: number) {
    const listeners = this.#listeners.get(cell);
    listeners?.delete(stream);
    if (listeners?.size === 0) this.#listeners.delete(cell);
  }

  #hear(stream: Stream, conversationId: string) {
    stream.conversations.add(conversationId);
    const listeners = this.#byConversation.get(conversationId) ?? new Set();
    this.#byConversation.set(conversationId, listeners.add(stream));
  }

  #stopHearing(stream: Stream, conversationId: string) {
    stream.conversations.delete(conversationId);
    stream.left?.add(conversationId);
    const listeners = this.#byConversation.get(conversationId);
    listeners?.delete(stream);
    if (listeners?.size === 0) this.#byConversation.delete(conversationId);
  }

  /** That somebody writes at this moment is in no answer. Who left, or whose group ended, hears of it elsewhere. */
  #noteTold(topic: string, event: Frame) {
    if (event.type === 'typing') return;
    this.#recent.note(topic);
    if (event.type === 'member_leave') this.#recent.note(personTopics.topic(event.userId));
    if (event.type === 'conversation_update' && event.change.kind === 'closed')
      this.#recent.note(closedTopic);
  }

  /** Who comes hears from their coming on; who goes hears that and nothing more. */
  #tellMembers(event: ConversationEvent) {
    const { conversationId } = event;
    if (event.type === 'member_join') {
      for (const stream of this.#byPerson.get(event.member.userId) ?? []) this.#hear(stream, conversationId);
    }
    const listeners = this.#byConversation.get(conversationId);
    if (listeners) {
      // Made into bytes once, however many hear it.
      const frame = Buffer.from(frameText(event));
      const unsaid = withoutWords(event);
      const unsaidFrame = unsaid && Buffer.from(frameText(unsaid));
      const speakers = speakersOf(event);
      for (const stream of listeners) {
        const isHidden = speakers.some((userId) => stream.hidden.has(userId));
        if (event.type === 'typing' && (stream.viewerId === event.userId || isHidden)) continue;
        this.#send(stream, isHidden && unsaidFrame !== null ? unsaidFrame : frame);
      }
    }
    if (event.type === 'member_leave') {
      for (const stream of this.#byPerson.get(event.userId) ?? []) this.#stopHearing(stream, conversationId);
    }
    if (event.type === 'conversation_update' && event.change.kind === 'closed') {
      for (const stream of listeners ?? []) this.#stopHearing(stream, conversationId);
    }
  }

  #tellPerson(userId: string, frame: Frame) {
    const text = frameText(frame);
    for (const stream of this.#byPerson.get(userId) ?? []) {
      // Decided a moment ago, and over in a moment: a block may have come in between.
      if ((frame.type === 'typing' || frame.type === 'presence') && stream.hidden.has(frame.userId)) continue;
      this.#send(stream, text);
    }
  }

  #gather(cell: number, news: AreaNews) {
    if (!this.#listeners.has(cell)) return;
    const gathered = this.#gathered.get(cell);
    if (gathered) {
      if (!gathered.some((other) => isRepeated(news, other))) gathered.push(news);
      return;
    }
    this.#gathered.set(cell, [news]);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#flush(cell);
    }, batch_ms);
    this.#timers.add(timer);
  }

  #flush(cell: number) {
    const gathered = this.#gathered.get(cell) ?? [];
    this.#gathered.delete(cell);
    const frameOf = (news: readonly AreaNews[]) =>
      frameText({ type: 'area', cell, events: news.map(asTold) });
    const everything = frameOf(gathered);
    for (const stream of this.#listeners.get(cell) ?? []) {
      const visible = gathered.filter((news) => !actorsOf(news).some((userId) => stream.hidden.has(userId)));
      if (visible.length === gathered.length) this.#send(stream, everything);
      else if (visible.length > 0) this.#send(stream, frameOf(visible));
    }
  }

  /** A slow reader is not waited for: it is told once to ask again, and hears nothing until then. */
  #send(stream: Stream, frame: string | Buffer) {
    if (stream.behind || this.#isUnsure(stream)) return;
    if (stream.outlet.waiting() > backlogLimit_bytes) {
      stream.behind = true;
      stream.outlet.write(frameText({ type: 'resync' }));
      return;
    }
    stream.outlet.write(frame);
  }

  #endSession(sessionId: string) {
    for (const stream of [...this.#streams.values()]) {
      if (stream.sessionId !== sessionId) continue;
      stream.outlet.write(frameText({ type: 'signed_out' }));
      this.close(stream.id);
      stream.outlet.end();
    }
  }
}
