import type { Frame } from '@dazi/contract/frames';
import { boardCell } from '@dazi/contract/live/live.rules';
import {
  devicesTopics,
  type LivingSession,
  livingSessions,
  sessionTopics,
} from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import { BatchLoader } from '#platform/batch-loader.ts';
import type { Deps } from '#platform/deps.ts';
import { GroupQueue } from '#platform/group-queue.ts';
import { currentMoment, readMoment } from '#platform/moments.ts';
import { gapTopics } from '#platform/nodes/gap.ts';
import { port } from '#platform/ports.ts';
import { AreaFrames } from './area-frames.service.ts';
import { EventFrames } from './event-frames.service.ts';
import { frameText, type HiddenNews } from './live-news.rules.ts';
import { RecentNews } from './recent-news.rules.ts';
import { type Listener, type Outlet, type Stream, StreamRegistry } from './stream-registry.service.ts';
import {
  type HiddenFrom,
  type LogPosition,
  StreamRights,
  type Subscriptions,
} from './stream-rights.service.ts';
import { changedAreas, type KnownArea, topicsOf } from './stream-sync.service.ts';
import {
  areaTopics,
  boardTopics,
  closedTopic,
  conversationTopics,
  hiddenTopics,
  personTopics,
} from './topics.service.ts';

export type { Outlet } from './stream-registry.service.ts';
export {
  type HiddenFrom,
  hiddenFromPort,
  type LogPosition,
  subscriptionsPort,
} from './stream-rights.service.ts';
export {
  conversationNews,
  conversationTopics,
  tellArea,
  tellConversation,
  tellConversationNow,
  tellGovernance,
  tellHidden,
  tellPerson,
  tellPersonNow,
} from './topics.service.ts';

export type RecordOpenStreams = (deps: Deps, userIds: readonly string[]) => Promise<void>;
export const recordOpenStreamsPort = port<RecordOpenStreams>('who notes that streams are open');

/** How often it is noted whose streams are open: twice before they would count as closed. */
export const recordOpen_ms = 45_000;
/** As many people are recorded by one statement. */
const mostRecorded = 10_000;

export class LiveHub {
  readonly #deps: Deps;
  readonly #subscriptions: Subscriptions;
  readonly #recordOpenStreams: RecordOpenStreams;
  readonly #registry: StreamRegistry;
  readonly #rights: StreamRights;
  readonly #areas: AreaFrames;
  readonly #events: EventFrames;
  /** People who come while others are being recorded are recorded together. */
  readonly #coming: GroupQueue<string, void>;
  readonly #sessions: BatchLoader<string, LivingSession>;
  readonly #recent = new RecentNews(currentMoment);
  readonly #unsubscribe: (() => void)[];

  constructor(
    deps: Deps,
    hiddenFrom: HiddenFrom,
    subscriptions: Subscriptions,
    recordOpenStreams: RecordOpenStreams,
  ) {
    this.#deps = deps;
    this.#subscriptions = subscriptions;
    this.#recordOpenStreams = recordOpenStreams;
    this.#registry = new StreamRegistry(() => deps.measures.count('stream_dropped', {}));
    deps.measures.gauge('streams', () => this.#registry.size);
    this.#areas = new AreaFrames(this.#registry);
    this.#events = new EventFrames(this.#registry);
    this.#rights = new StreamRights(deps, this.#registry, hiddenFrom, subscriptions);
    this.#coming = new GroupQueue(
      async (userIds: readonly string[]) => {
        await recordOpenStreams(deps, [...new Set(userIds)]);
        return [];
      },
      { mostInGroup: mostRecorded, gathersFirst: true },
    );
    this.#sessions = new BatchLoader((ids) => livingSessions(deps, ids));
    this.#unsubscribe = [
      deps.bus.subscribe(areaTopics, (news, cell, topic) => {
        this.#recent.note(topic);
        this.#areas.gather(Number(cell), news);
      }),
      deps.bus.subscribe(boardTopics, (news, _id, topic) => {
        this.#recent.note(topic);
        this.#areas.gather(boardCell, news);
      }),
      deps.bus.subscribe(conversationTopics, (event, _id, topic) => {
        this.#noteTold(topic, event);
        this.#events.tellMembers(event);
      }),
      deps.bus.subscribe(personTopics, (event, userId, topic) => {
        this.#noteTold(topic, event);
        this.#events.tellPerson(userId, event);
      }),
      deps.bus.subscribe(hiddenTopics, (news, userId, topic) => {
        this.#recent.note(topic);
        this.#hide(userId, news);
      }),
      deps.bus.subscribe(devicesTopics, (event, userId, topic) => {
        this.#recent.note(topic);
        this.#events.tellPerson(userId, event);
      }),
      deps.bus.subscribe(sessionTopics, (event, sessionId) => {
        if (event.type === 'ends') this.#registry.endsAt(sessionId, new Date(event.at));
        else this.#registry.endSession(sessionId);
      }),
      deps.bus.subscribe(gapTopics, () => {
        this.#recent.forget();
        this.#rights.afterGap();
      }),
    ];
  }

  get rateLimitFactor(): number {
    return this.#deps.config.rateLimitFactor;
  }

  /**
   * Answers how to open the stream, or to give it up. Memberships are followed from before they are read. One whose
   * session is over by then says so and ends: the browser asks who is signed in, as where that happens a moment later.
   */
  async prepare(listener: Listener): Promise<{ open(outlet: Outlet): string; giveUp(): void }> {
    const { viewerId, sessionId } = listener;
    const waiting: (string | Buffer)[] = [];
    const stream: Stream = {
      ...listener,
      id: this.#deps.ids.secret(),
      hidden: new Set(),
      areas: new Set(),
      conversations: new Set(),
      outlet: { write: (frame) => void waiting.push(frame), waiting: () => 0, end: () => {} },
      behind: false,
      sureSince: this.#registry.gaps,
    };
    this.#registry.add(stream);
    const giveUp = () => this.close(stream.id);
    if (viewerId !== null) {
      try {
        await this.#coming.add(viewerId);
        await this.#rights.read(stream, viewerId);
        // It may have ended, or they were put out, between the look at the cookie and the first that was heard of it.
        if (sessionId !== null && !(await this.#sessions.load(sessionId))?.stands) {
          this.#registry.endSession(sessionId);
        }
      } catch (error) {
        giveUp();
        throw error;
      }
    }
    return {
      giveUp,
      open: (outlet) => {
        const stands = this.#registry.find(stream.id) !== undefined;
        if (stands) outlet.write(frameText({ type: 'connected', streamId: stream.id }));
        for (const frame of waiting) outlet.write(frame);
        if (stands) stream.outlet = outlet;
        else outlet.end();
        return stream.id;
      },
    };
  }

  close(streamId: string): void {
    this.#registry.close(streamId);
  }

  /** Says that the streams live, and ends those whose session is over. */
  heartbeat(): void {
    void this.#endWhatIsOver();
    const text = frameText({ type: 'heartbeat' });
    for (const stream of this.#registry.all()) this.#registry.send(stream, text);
  }

  /** A session that is used elsewhere may go on for longer than was known when its stream began. */
  async #endWhatIsOver() {
    const now = this.#deps.clock();
    const due = this.#registry.all().filter(({ endsAt }) => endsAt !== null && endsAt <= now);
    if (due.length === 0) return;
    const sessionIds = [...new Set(due.flatMap(({ sessionId }) => sessionId ?? []))];
    try {
      const living = await livingSessions(this.#deps, sessionIds);
      for (const sessionId of sessionIds) {
        const session = living.get(sessionId);
        if (session) this.#registry.endsAt(sessionId, session.endsAt);
        else this.#registry.endSession(sessionId);
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, 'sessions of streams not looked up');
      // Browsers come back, and their cookie is asked for again.
      this.#registry.end(due);
    }
  }

  async recordOpenStreams(): Promise<void> {
    const people = this.#registry.people();
    if (people.length > 0) await this.#recordOpenStreams(this.#deps, people);
  }

  /** From this moment on nothing of somebody hidden is told; what is shown again is asked for. */
  #hide(userId: string, { otherId, isHidden }: HiddenNews) {
    const streams = this.#registry.ofPerson(userId);
    if (streams.size === 0) return;
    const tell = () => this.#events.tellPerson(userId, { type: 'hidden_changed' });
    const isKnown = otherId !== undefined && isHidden === true;
    if (isKnown) {
      for (const stream of streams) stream.hidden = new Set([...stream.hidden, otherId]);
      tell();
    }
    // What was decided last stands, in whichever order it was heard.
    this.#rights.rereadHidden(userId).then(
      () => (isKnown ? undefined : tell()),
      // Nobody is told anything without knowing whom to hide: browsers come back, and it is asked again.
      () => this.#registry.end(this.#registry.ofPerson(userId)),
    );
  }

  /** Listening begins before versions are read, so nothing falls between. STREAM_UNKNOWN when it is not connected here. */
  async sync(streamId: string, viewerId: string | null, areas: readonly KnownArea[], since?: string) {
    const stream = this.#registry.find(streamId);
    if (!stream || stream.viewerId !== viewerId) throw new AppError('STREAM_UNKNOWN');
    this.#registry.listenTo(stream, new Set(areas.map(({ cell }) => cell)));
    stream.behind = false;
    const moment = since === undefined ? null : readMoment(since);
    const isQuiet = (topics: Iterable<string>) => moment !== null && this.#recent.isQuiet(topics, moment);
    return { areas: await changedAreas(this.#deps, areas, isQuiet), isQuiet: isQuiet(topicsOf(stream)) };
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

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#areas.stop();
    this.#rights.stop();
    this.#registry.end(this.#registry.all());
  }

  /** That somebody writes at this moment is in no answer. Who left, or whose group ended, hears of it elsewhere. */
  #noteTold(topic: string, event: Frame) {
    if (event.type === 'typing') return;
    this.#recent.note(topic);
    if (event.type === 'member_leave') this.#recent.note(personTopics.topic(event.userId));
    if (event.type === 'conversation_update' && event.change.kind === 'closed')
      this.#recent.note(closedTopic);
  }
}
