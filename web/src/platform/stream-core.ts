import type { AreaEvent, ConversationEvent, Frame, PersonEvent } from '@dazi/contract/frames';
import {
  heartbeat_ms,
  streamGrace_ms,
  streamReconnect_ms,
  syncedConversations,
} from '@dazi/contract/live/live.rules';
import { areaLimit } from '@dazi/contract/places/areas.rules';

export type StreamStatus = 'disconnected' | 'connecting' | 'connected' | 'error';
export type Version = number | null;
/** Cells somebody listens to, with the last version they know. */
export type Areas = ReadonlyMap<number, Version>;
/** How much of a conversation somebody has. */
export interface Extent {
  sequence: number;
  change: number;
}
/** Conversations somebody holds messages of. */
export type Held = ReadonlyMap<string, Extent>;
/** What is told to people, not to areas. */
export type PersonalEvent = ConversationEvent | PersonEvent;

export interface SyncAnswer {
  areas: { cell: number; version: number; changed: boolean }[];
  conversations: { id: string; lastSequence: number; change: number }[];
  /** Nothing was told to the person since then. */
  isQuiet: boolean;
  /** The moment the server was asked with: areas without a version did not change since. */
  since: string | null;
}

/** What may have been missed in an area. */
export interface AreaNews {
  cell: number;
  /** What is known once it was asked for again. */
  version: Version;
  /** Whoever holds nothing older has missed nothing. */
  since: string | null;
}

const nothingHeld: Held = new Map();

export interface StreamTransport {
  open(handlers: { frame(frame: Frame): void; closed(): void }): { close(): void };
  sync(
    streamId: string,
    areas: { cell: number; version: Version }[],
    conversations: ({ id: string } & Extent)[],
  ): Promise<SyncAnswer>;
}

export interface StreamClock {
  /** Runs `action` later; the answer cancels it. */
  after(delay_ms: number, action: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
}

export interface StreamOutput {
  status(status: StreamStatus): void;
  events(cell: number, events: readonly AreaEvent[]): void;
  /** Something was missed there, or nothing is known of it yet. */
  changed(areas: AreaNews[]): void;
  /** Nothing was missed there by now: with these versions it can be asked later. */
  settled(areas: { cell: number; version: number }[]): void;
  told(event: PersonalEvent): void;
  /**
   * These have more than somebody holds; after a gap anything else may have been missed too, except by those who
   * hold nothing older than `quietSince`.
   */
  resumed(behind: SyncAnswer['conversations'], isAfterGap: boolean, quietSince: string | null): void;
  /** The server says that the session ended. */
  signedOut(): void;
}

/** Changes of the areas within this time are told to the server together. */
const gather_ms = 50;
/** Reconnects are spread over this much, so that a restarted server is not met by everybody at once. */
const jitter_ms = 2000;
/** What was written before a sync is told by then, or the server has noticed that it was not. */
const settle_ms = 60_000;
/** Without a sign of life for this long the connection is dead (sleep, a lost network). */
const silence_ms = 2.5 * heartbeat_ms;

/**
 * The one live stream: connects with the first listener, leaves when the last is gone, reconnects, and
 * compares versions after each gap. Knows nothing of browsers; `stream.ts` gives it transport and clock.
 */
export class StreamCore {
  readonly #transport: StreamTransport;
  readonly #clock: StreamClock;
  readonly #output: StreamOutput;
  readonly #wanted = new Map<string, Areas>();
  readonly #held = new Map<string, Held>();
  readonly #versions = new Map<number, Version>();
  /**
   * Areas in which nothing was missed when this connection began to listen there, with the version of that sync. It
   * counts later: what was written before may still be on its way, and a connection that breaks would lose it.
   */
  readonly #whole = new Map<number, number>();
  #status: StreamStatus = 'disconnected';
  #connection: { close(): void } | null = null;
  #streamId: string | null = null;
  /** The stream for which the answer is still on its way; that of another one is not waited for. */
  #syncing: string | null = null;
  #syncAgain = false;
  #isAfterGap = false;
  #cancelGrace: (() => void) | null = null;
  #cancelReconnect: (() => void) | null = null;
  #cancelSync: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;

  constructor(transport: StreamTransport, clock: StreamClock, output: StreamOutput) {
    this.#transport = transport;
    this.#clock = clock;
    this.#output = output;
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** What a listener wants now; null when it left. */
  want(listener: string, areas: Areas | null, held: Held = nothingHeld): void {
    const before = this.#wanted.get(listener);
    this.#wanted.delete(listener);
    if (areas) this.#wanted.set(listener, areas);
    const newcomers = this.#adopt(areas, before) || this.#holdsMore(listener, held);
    if (areas) this.#held.set(listener, held);
    else this.#held.delete(listener);
    if (this.#wanted.size === 0) {
      if (this.#status !== 'disconnected') this.#leaveSoon();
      return;
    }
    this.#cancelGrace?.();
    this.#cancelGrace = null;
    if (!this.#connection && !this.#cancelReconnect) this.#connect();
    else if (this.#selectionChanged() || newcomers) this.#syncSoon();
  }

  /** Another person: the old connection's rights no longer hold. */
  restart(): void {
    if (this.#wanted.size === 0) return;
    this.#drop();
    this.#connect();
  }

  stop(): void {
    this.#wanted.clear();
    this.#drop();
    this.#setStatus('disconnected');
  }

  /** Takes over versions of a listener that comes with some; tells it what it has missed. */
  #adopt(areas: Areas | null, before?: Areas): boolean {
    const missed: AreaNews[] = [];
    let newcomers = false;
    for (const [cell, version] of areas ?? []) {
      if (before?.has(cell) && this.#whole.has(cell)) continue;
      const known = this.#versions.get(cell) ?? this.#whole.get(cell) ?? null;
      if (known === null && version !== null) {
        this.#versions.set(cell, version);
        newcomers = true;
      } else if (known !== null && known !== version) {
        // Everybody asks there again, so it counts for all.
        this.#whole.delete(cell);
        this.#versions.set(cell, known);
        missed.push({ cell, version: known, since: null });
      }
    }
    if (missed.length > 0) this.#output.changed(missed);
    return newcomers;
  }

  /** A conversation that was just fetched: what was said between that and the stream is asked for. */
  #holdsMore(listener: string, held: Held): boolean {
    const before = this.#held.get(listener) ?? nothingHeld;
    return [...held.keys()].some((id) => !before.has(id));
  }

  /** Of several tabs the one that has least decides. */
  #allHeld(): ({ id: string } & Extent)[] {
    const least = new Map<string, Extent>();
    for (const held of this.#held.values()) {
      for (const [id, { sequence, change }] of held) {
        const other = least.get(id);
        least.set(id, {
          sequence: Math.min(sequence, other?.sequence ?? sequence),
          change: Math.min(change, other?.change ?? change),
        });
      }
    }
    return [...least].slice(-syncedConversations).map(([id, extent]) => ({ id, ...extent }));
  }

  #listening: ReadonlySet<number> = new Set();

  /** Every listener gets a fair share of the limit, the latest one first. */
  #selection(): Set<number> {
    const queues = [...this.#wanted.values()].reverse().map((areas) => [...areas.keys()]);
    const cells = new Set<number>();
    for (let depth = 0; queues.some((queue) => queue.length > depth); depth++) {
      for (const queue of queues) {
        const cell = queue[depth];
        if (cell !== undefined && cells.size < areaLimit) cells.add(cell);
      }
    }
    return cells;
  }

  #selectionChanged(): boolean {
    const cells = this.#selection();
    return cells.size !== this.#listening.size || [...cells].some((cell) => !this.#listening.has(cell));
  }

  #connect(): void {
    this.#setStatus('connecting');
    const connection = this.#transport.open({
      frame: (frame) => connection === this.#connection && this.#receive(frame),
      closed: () => connection === this.#connection && this.#reconnectLater(),
    });
    this.#connection = connection;
    this.#expectLife();
  }

  #receive(frame: Frame): void {
    this.#expectLife();
    if (frame.type === 'connected') {
      this.#streamId = frame.streamId;
      this.#setStatus('connected');
      this.#isAfterGap = true;
      void this.#sync();
    } else if (frame.type === 'resync') {
      this.#isAfterGap = true;
      this.#whole.clear();
      void this.#sync();
    } else if (frame.type === 'area') {
      if (this.#listening.has(frame.cell)) this.#output.events(frame.cell, frame.events);
    } else if (frame.type !== 'heartbeat' && frame.type !== 'signed_out') {
      this.#output.told(frame);
    } else if (frame.type === 'signed_out') {
      this.#output.signedOut();
      this.#reconnectLater();
    }
  }

  async #sync(): Promise<void> {
    this.#cancelSync?.();
    this.#cancelSync = null;
    const streamId = this.#streamId;
    if (streamId === null) return;
    if (this.#syncing === streamId) {
      this.#syncAgain = true;
      return;
    }
    this.#syncing = streamId;
    const cells = this.#selection();
    for (const kept of [this.#versions, this.#whole]) {
      for (const cell of kept.keys()) if (!cells.has(cell)) kept.delete(cell);
    }
    this.#listening = cells;
    const isAfterGap = this.#isAfterGap;
    // Another gap while the answer is on its way is one of its own.
    this.#isAfterGap = false;
    try {
      const answer = await this.#transport.sync(
        streamId,
        [...cells].map((cell) => ({ cell, version: this.#versions.get(cell) ?? null })),
        this.#allHeld(),
      );
      if (streamId === this.#streamId) this.#compare(answer, isAfterGap);
    } catch {
      // A stream the server does not know, or no network: a new connection settles both.
      if (streamId === this.#streamId) this.#reconnectLater();
    } finally {
      if (this.#syncing === streamId) {
        this.#syncing = null;
        if (this.#syncAgain) {
          this.#syncAgain = false;
          void this.#sync();
        }
      }
    }
  }

  #compare({ areas, conversations, isQuiet, since }: SyncAnswer, isAfterGap: boolean): void {
    const news: AreaNews[] = [];
    const whole = new Map<number, number>();
    for (const { cell, version, changed } of areas) {
      // What changed since was told here.
      if (this.#whole.has(cell)) continue;
      const isNew = (this.#versions.get(cell) ?? null) === null;
      if (isNew && !changed) {
        // What was dropped meanwhile is asked for with the next one.
        if (this.#isAfterGap) continue;
        this.#whole.set(cell, version);
        whole.set(cell, version);
        news.push({ cell, version: null, since });
      } else {
        this.#versions.set(cell, version);
        if (changed) news.push({ cell, version, since: null });
      }
    }
    if (whole.size > 0) this.#settleLater(whole);
    if (news.length > 0) this.#output.changed(news);
    this.#output.resumed(conversations, isAfterGap, isQuiet ? since : null);
  }

  #settleLater(whole: ReadonlyMap<number, number>): void {
    this.#clock.after(settle_ms, () => {
      const settled = [...whole]
        .filter(([cell, version]) => this.#whole.get(cell) === version)
        .map(([cell, version]) => ({ cell, version }));
      for (const { cell, version } of settled) {
        this.#whole.delete(cell);
        this.#versions.set(cell, version);
      }
      if (settled.length > 0) this.#output.settled(settled);
    });
  }

  #syncSoon(): void {
    if (this.#streamId === null || this.#cancelSync) return;
    this.#cancelSync = this.#clock.after(gather_ms, () => void this.#sync());
  }

  #reconnectLater(): void {
    this.#drop();
    this.#setStatus('error');
    const delay_ms = streamReconnect_ms + this.#clock.random() * jitter_ms;
    this.#cancelReconnect = this.#clock.after(delay_ms, () => {
      this.#cancelReconnect = null;
      if (this.#wanted.size > 0) this.#connect();
    });
  }

  #leaveSoon(): void {
    this.#cancelGrace ??= this.#clock.after(streamGrace_ms, () => this.stop());
  }

  #expectLife(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#clock.after(silence_ms, () => this.#reconnectLater());
  }

  /** Closes without forgetting the versions: they say what was missed meanwhile. */
  #drop(): void {
    for (const cancel of [this.#cancelGrace, this.#cancelReconnect, this.#cancelSync, this.#cancelSilence]) {
      cancel?.();
    }
    this.#cancelGrace = null;
    this.#cancelReconnect = null;
    this.#cancelSync = null;
    this.#cancelSilence = null;
    this.#syncAgain = false;
    const connection = this.#connection;
    this.#connection = null;
    this.#streamId = null;
    this.#listening = new Set();
    this.#whole.clear();
    connection?.close();
  }

  #setStatus(status: StreamStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#output.status(status);
  }
}
