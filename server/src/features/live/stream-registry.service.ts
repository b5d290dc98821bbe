import { backlogLimit_bytes } from '@dazi/contract/live/live.rules';
import { frameText } from './live-news.rules.ts';

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
  endsAt: Date | null;
}

export interface Stream extends Listener {
  id: string;
  hidden: ReadonlySet<string>;
  areas: ReadonlySet<number>;
  conversations: Set<string>;
  outlet: Outlet;
  /** Frames were dropped; the stream was told to ask again. */
  behind: boolean;
  /** While memberships are read: those that ended meanwhile. */
  left?: Set<string>;
  /** The last gap after which it was read anew what may be heard. */
  sureSince: number;
}

const putInto = <Key>(sets: Map<Key, Set<Stream>>, key: Key, stream: Stream) =>
  sets.set(key, (sets.get(key) ?? new Set()).add(stream));

function takeOutOf<Key>(sets: Map<Key, Set<Stream>>, key: Key, stream: Stream) {
  const streams = sets.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) sets.delete(key);
}

const none: ReadonlySet<Stream> = new Set();

/** The open streams of this node, found by what they listen to, and what is written to them. */
export class StreamRegistry {
  readonly #onDropped: () => void;
  readonly #streams = new Map<string, Stream>();
  readonly #byArea = new Map<number, Set<Stream>>();
  readonly #byPerson = new Map<string, Set<Stream>>();
  readonly #byConversation = new Map<string, Set<Stream>>();
  /** How often this node may have missed something of what other nodes said. */
  gaps = 0;

  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  get size(): number {
    return this.#streams.size;
  }

  add(stream: Stream): void {
    this.#streams.set(stream.id, stream);
    if (stream.viewerId !== null) putInto(this.#byPerson, stream.viewerId, stream);
  }

  find(streamId: string): Stream | undefined {
    return this.#streams.get(streamId);
  }

  /** All of them as they are now: the caller may end some. */
  all(): Stream[] {
    return [...this.#streams.values()];
  }

  people(): string[] {
    return [...this.#byPerson.keys()];
  }

  ofPerson(userId: string): ReadonlySet<Stream> {
    return this.#byPerson.get(userId) ?? none;
  }

  inArea(cell: number): ReadonlySet<Stream> {
    return this.#byArea.get(cell) ?? none;
  }

  inConversation(conversationId: string): ReadonlySet<Stream> {
    return this.#byConversation.get(conversationId) ?? none;
  }

  listenTo(stream: Stream, areas: ReadonlySet<number>): void {
    for (const cell of stream.areas) if (!areas.has(cell)) takeOutOf(this.#byArea, cell, stream);
    for (const cell of areas) putInto(this.#byArea, cell, stream);
    stream.areas = areas;
  }

  join(stream: Stream, conversationId: string): void {
    stream.conversations.add(conversationId);
    putInto(this.#byConversation, conversationId, stream);
  }

  leave(stream: Stream, conversationId: string): void {
    stream.conversations.delete(conversationId);
    stream.left?.add(conversationId);
    takeOutOf(this.#byConversation, conversationId, stream);
  }

  close(streamId: string): void {
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    this.#streams.delete(streamId);
    this.listenTo(stream, new Set());
    for (const conversationId of stream.conversations) this.leave(stream, conversationId);
    if (stream.viewerId !== null) takeOutOf(this.#byPerson, stream.viewerId, stream);
  }

  /** Ends streams from here; browsers come back after the pause they were told. */
  end(streams: Iterable<Stream>): void {
    for (const stream of [...streams]) {
      this.close(stream.id);
      stream.outlet.end();
    }
  }

  #ofSession(sessionId: string): Stream[] {
    return this.all().filter((stream) => stream.sessionId === sessionId);
  }

  endsAt(sessionId: string, end: Date): void {
    for (const stream of this.#ofSession(sessionId)) stream.endsAt = end;
  }

  endSession(sessionId: string): void {
    const streams = this.#ofSession(sessionId);
    for (const { outlet } of streams) outlet.write(frameText({ type: 'signed_out' }));
    this.end(streams);
  }

  isUnsure(stream: Stream): boolean {
    return stream.sureSince < this.gaps;
  }

  /** Nobody waits for a slow reader: it is told once to ask again, and hears nothing until then. */
  send(stream: Stream, frame: string | Buffer): void {
    if (stream.behind || this.isUnsure(stream)) return;
    if (stream.outlet.waiting() > backlogLimit_bytes) {
      stream.behind = true;
      this.#onDropped();
      stream.outlet.write(frameText({ type: 'resync' }));
      return;
    }
    stream.outlet.write(frame);
  }
}
