import type { AreaEvent } from '@dazi/contract/frames';
import { drawChance } from '#platform/chance.ts';
import type {
  AreaNews,
  Areas,
  Extent,
  Held,
  PersonalEvent,
  StreamCore,
  StreamOutput,
  StreamStatus,
  SyncAnswer,
} from '#platform/stream-core.ts';
import { openTabChannel } from '#platform/tab-channel.ts';

/** What tabs of one browser tell each other. */
type TabMessage =
  | { type: 'want'; tab: string; areas: [number, number | null][] | null; held: [string, Extent][] }
  | { type: 'who' }
  | { type: 'restart' }
  | { type: 'status'; status: StreamStatus }
  | { type: 'events'; cell: number; events: readonly AreaEvent[] }
  | { type: 'changed'; areas: AreaNews[] }
  | { type: 'settled'; areas: { cell: number; version: number }[] }
  | { type: 'told'; event: PersonalEvent }
  | { type: 'resumed'; behind: SyncAnswer['conversations']; isAfterGap: boolean; quietSince: string | null }
  | { type: 'signed-out' };

const leaderLock = 'dazi-stream';
const tabLock = (tab: string) => `dazi-stream-tab-${tab}`;

/**
 * Lets all tabs share one connection: HTTP/1.1 gives six to an origin, and eight tabs must work. The tab that
 * holds the leader's lock runs the stream for all. A tab holds its own lock while it listens, so the leader
 * learns of a crashed one by getting that lock.
 */
export class SharedStream {
  /** Any name that no other tab draws. */
  readonly #tab = String(drawChance());
  readonly #output: StreamOutput;
  readonly #makeCore: (output: StreamOutput) => StreamCore;
  readonly #channel: BroadcastChannel | undefined;
  readonly #watched = new Set<string>();
  #core: StreamCore | null = null;
  #wanted: Areas | null = null;
  #held: Held = new Map();
  #joined = false;

  constructor(makeCore: (output: StreamOutput) => StreamCore, output: StreamOutput) {
    this.#makeCore = makeCore;
    this.#output = output;
    // Web Locks are missing on plain http addresses; there every tab has its own stream.
    this.#channel = 'locks' in navigator ? openTabChannel('dazi-stream') : undefined;
    this.#channel?.addEventListener('message', (event) => this.#hear(event.data));
  }

  want(areas: Areas | null, held: Held): void {
    this.#wanted = areas;
    this.#held = held;
    if (areas && !this.#joined) this.#join();
    if (this.#core) this.#core.want(this.#tab, areas, held);
    else this.#tellWanted();
  }

  /** The person changed, or the tab was away; whoever leads opens a new stream, and may have forgotten this tab. */
  restart(): void {
    if (this.#core) this.#core.restart();
    else this.#tell({ type: 'restart' });
    this.#introduce();
  }

  #join(): void {
    this.#joined = true;
    if (!this.#channel) {
      this.#beAlone();
      return;
    }
    // Both locks are held until the tab is gone.
    const forever = new Promise<never>(() => {});
    const { locks } = navigator;
    Promise.all([
      locks.request(tabLock(this.#tab), () => forever),
      locks.request(leaderLock, () => {
        this.#lead();
        return forever;
      }),
      // Refused where nothing is kept of a site, as if there were none.
    ]).catch(() => this.#beAlone());
  }

  #beAlone(): void {
    this.#channel?.close();
    this.#core = this.#makeCore(this.#output);
    this.want(this.#wanted, this.#held);
  }

  #lead(): void {
    this.#core = this.#makeCore(this.#sharedOutput());
    if (this.#wanted) this.#core.want(this.#tab, this.#wanted, this.#held);
    this.#tell({ type: 'who' });
  }

  /** The leader's news goes to its own tab and to all others. */
  #sharedOutput(): StreamOutput {
    const both = (message: TabMessage) => {
      this.#tell(message);
      this.#hear(message);
    };
    return {
      status: (status) => both({ type: 'status', status }),
      events: (cell, events) => both({ type: 'events', cell, events }),
      changed: (areas) => both({ type: 'changed', areas }),
      settled: (areas) => both({ type: 'settled', areas }),
      told: (event) => both({ type: 'told', event }),
      resumed: (behind, isAfterGap, quietSince) => both({ type: 'resumed', behind, isAfterGap, quietSince }),
      signedOut: () => both({ type: 'signed-out' }),
    };
  }

  #hear(message: TabMessage): void {
    if (message.type === 'want') this.#serve(message);
    else if (message.type === 'restart') this.#core?.restart();
    else if (message.type === 'who') this.#introduce();
    else if (message.type === 'status') this.#output.status(message.status);
    else if (message.type === 'events') this.#output.events(message.cell, message.events);
    else if (message.type === 'changed') this.#output.changed(message.areas);
    else if (message.type === 'settled') this.#output.settled(message.areas);
    else if (message.type === 'told') this.#output.told(message.event);
    else if (message.type === 'resumed')
      this.#output.resumed(message.behind, message.isAfterGap, message.quietSince);
    else this.#output.signedOut();
  }

  /** A new leader asked who is there. */
  #introduce(): void {
    if (this.#wanted && !this.#core) this.#tellWanted();
  }

  #tellWanted(): void {
    const areas = this.#wanted && [...this.#wanted];
    this.#tell({ type: 'want', tab: this.#tab, areas, held: [...this.#held] });
  }

  #serve({ tab, areas, held }: Extract<TabMessage, { type: 'want' }>): void {
    if (!this.#core) return;
    if (areas && !this.#watched.has(tab)) {
      this.#watched.add(tab);
      void navigator.locks.request(tabLock(tab), () => {
        this.#watched.delete(tab);
        this.#core?.want(tab, null);
      });
    }
    this.#core.want(tab, areas && new Map(areas), new Map(held));
    this.#tell({ type: 'status', status: this.#core.status });
  }

  #tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }
}
