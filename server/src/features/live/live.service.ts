import { type AreaEvent, backlogLimit_bytes, batch_ms, type Frame } from '@dazi/contract/live';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { topicVersions } from '#platform/outbox.store.ts';

/** Everyone hidden from a person; filled by the blocks feature. */
export type HiddenFrom = (deps: Deps, viewerId: string) => Promise<ReadonlySet<string>>;

/** Where frames of one stream go; implemented over HTTP. */
export interface Outlet {
  write(text: string): void;
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
  outlet: Outlet;
  /** Frames were dropped; the stream was told to ask again. */
  behind: boolean;
}

const areaTopic = (cell: number) => `area:${cell}`;
const cellOfTopic = (topic: string) => Number(topic.slice('area:'.length));
export const frameText = (frame: Frame) => `data: ${JSON.stringify(frame)}\n\n`;

/** An event about a post; `authorId` is there when somebody else than the author acted. */
type AreaNews = AreaEvent & { authorId?: string };

/**
 * Writes an area event with the transaction that caused it. It does not reach those from whom the person
 * who acted is hidden, nor those from whom the author of the post is, whoever acted.
 */
export function tellArea(
  inner: TransactingDeps,
  cell: number,
  event: AreaEvent,
  authorId: string = event.userId,
): Promise<void> {
  const news: AreaNews = authorId === event.userId ? event : { ...event, authorId };
  return inner.emit(areaTopic(cell), news);
}

/** The streams of this node and what they listen to. */
export class LiveHub {
  readonly #deps: Deps;
  readonly #hiddenFrom: HiddenFrom;
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Map<number, Set<Stream>>();
  readonly #gathered = new Map<number, AreaNews[]>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #unsubscribe: (() => void)[];

  constructor(deps: Deps, hiddenFrom: HiddenFrom) {
    this.#deps = deps;
    this.#hiddenFrom = hiddenFrom;
    this.#unsubscribe = [
      deps.bus.subscribe('area', (topic, event) => this.#gather(cellOfTopic(topic), event as AreaNews)),
      deps.bus.subscribe('session', (topic) => this.#endSession(topic.slice('session:'.length))),
    ];
  }

  get rateLimitFactor(): number {
    return this.#deps.config.rateLimitFactor;
  }

  /** Whom a stream of this viewer will not tell of. */
  async hiddenFrom(viewerId: string | null): Promise<ReadonlySet<string>> {
    return viewerId ? this.#hiddenFrom(this.#deps, viewerId) : new Set();
  }

  open(listener: Listener, hidden: ReadonlySet<string>, outlet: Outlet): string {
    const stream: Stream = {
      ...listener,
      id: this.#deps.ids.secret(),
      hidden,
      areas: new Set(),
      outlet,
      behind: false,
    };
    this.#streams.set(stream.id, stream);
    outlet.write(frameText({ type: 'connected', streamId: stream.id }));
    return stream.id;
  }

  close(streamId: string): void {
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    this.#streams.delete(streamId);
    for (const cell of stream.areas) this.#leave(stream, cell);
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

  /**
   * Sets what a stream listens to and says what changed since the versions it has. Listening begins before
   * the versions are read, so nothing falls between. STREAM_UNKNOWN when it is not connected here.
   */
  async sync(
    streamId: string,
    viewerId: string | null,
    areas: readonly { cell: number; version: number | null }[],
  ) {
    const stream = this.#streams.get(streamId);
    if (!stream || stream.viewerId !== viewerId) throw new AppError('STREAM_UNKNOWN');
    const wanted = new Set(areas.map(({ cell }) => cell));
    for (const cell of stream.areas) if (!wanted.has(cell)) this.#leave(stream, cell);
    for (const cell of wanted) this.#join(stream, cell);
    stream.areas = wanted;
    stream.behind = false;
    if (areas.length === 0) return [];
    const { version, newest } = await topicVersions(this.#deps.db, [...wanted].map(areaTopic));
    return areas.map((area) => ({
      cell: area.cell,
      version,
      changed:
        area.version === null ||
        area.version > version ||
        (newest.get(areaTopic(area.cell)) ?? 0) >= area.version,
    }));
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

  #gather(cell: number, news: AreaNews) {
    if (!this.#listeners.has(cell)) return;
    const gathered = this.#gathered.get(cell);
    if (gathered) {
      gathered.push(news);
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
      frameText({ type: 'area', cell, events: news.map(({ authorId: _unsaid, ...event }) => event) });
    const everything = frameOf(gathered);
    for (const stream of this.#listeners.get(cell) ?? []) {
      const visible = gathered.filter(
        ({ userId, authorId = userId }) => !stream.hidden.has(userId) && !stream.hidden.has(authorId),
      );
      if (visible.length === gathered.length) this.#send(stream, everything);
      else if (visible.length > 0) this.#send(stream, frameOf(visible));
    }
  }

  /** A slow reader is not waited for: it is told once to ask again, and hears nothing until then. */
  #send(stream: Stream, text: string) {
    if (stream.behind) return;
    if (stream.outlet.waiting() > backlogLimit_bytes) {
      stream.behind = true;
      stream.outlet.write(frameText({ type: 'resync' }));
      return;
    }
    stream.outlet.write(text);
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
