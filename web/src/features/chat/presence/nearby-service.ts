import type { OnlineUser } from '@dazi/contract/chat/presence';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';

export const nearbyTimes = {
  /** Between being wanted and asking: whoever only passes by asks nothing. */
  connect_ms: 1000,
  heartbeat_ms: 30_000,
  /** Whoever was here within this counts as recently here. */
  recent_ms: 60 * 60 * 1000,
} as const;

/** News that wait to be told: so many and the newest. */
export const keptNews = 99;

export type NearbyState = 'disconnected' | 'connecting' | 'connected' | 'error';

export interface NearbyNews {
  kind: 'came' | 'left';
  person: OnlineUser;
}

export interface NearbySnapshot {
  state: NearbyState;
  /** Null before the first answer. */
  people: readonly OnlineUser[] | null;
  news: readonly NearbyNews[];
}

export interface NearbyDeps {
  /** Who is near the own shared position. */
  ask(radius_km: number): Promise<readonly OnlineUser[]>;
  /** Runs `action` later; the answer cancels it. */
  after(delay_ms: number, action: () => void): () => void;
  /** Nobody looks while the page is hidden. */
  isLookedAt(): boolean;
}

const nothing: NearbySnapshot = { state: 'disconnected', people: null, news: [] };

/** Keeps asking who is online around, as long as somebody wants to know, and notes who came and who left. */
export class NearbyService {
  readonly #deps: NearbyDeps;
  readonly #radius_km: number;
  readonly #listeners = new Set<() => void>();
  #snapshot = nothing;
  #cancel: (() => void) | null = null;
  /** Answers to what was asked before it was left, or asked again, are nobody's. */
  #connection = 0;

  constructor(deps: NearbyDeps, radius_km: number = onlineLimits.radius_km) {
    this.#deps = deps;
    this.#radius_km = radius_km;
  }

  readonly snapshot = (): NearbySnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  connect(): void {
    if (this.#snapshot.state !== 'disconnected') return;
    this.#set({ ...nothing, state: 'connecting' });
    const connection = ++this.#connection;
    this.#cancel = this.#deps.after(nearbyTimes.connect_ms, () => void this.#ask(connection));
  }

  disconnect(): void {
    this.#connection++;
    this.#cancel?.();
    this.#cancel = null;
    this.#set(nothing);
  }

  /** Something is known to have changed. */
  refresh(): void {
    if (this.#snapshot.state === 'disconnected') return;
    this.#cancel?.();
    void this.#ask(++this.#connection);
  }

  /** The news were told. */
  toldNews(): void {
    if (this.#snapshot.news.length > 0) this.#set({ ...this.#snapshot, news: [] });
  }

  async #ask(connection: number): Promise<void> {
    if (this.#deps.isLookedAt()) {
      try {
        const people = await this.#deps.ask(this.#radius_km);
        if (connection !== this.#connection) return;
        this.#set({ state: 'connected', people, news: this.#queued(people) });
      } catch {
        if (connection !== this.#connection) return;
        this.#set({ ...this.#snapshot, state: 'error' });
      }
    }
    this.#cancel = this.#deps.after(nearbyTimes.heartbeat_ms, () => void this.#ask(connection));
  }

  #queued(people: readonly OnlineUser[]): readonly NearbyNews[] {
    let { news } = this.#snapshot;
    for (const one of newsBetween(this.#snapshot.people, people)) news = [...news.slice(-keptNews), one];
    return news;
  }

  #set(snapshot: NearbySnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

/** Who came and who left; the first answer tells nothing new. */
function newsBetween(before: readonly OnlineUser[] | null, now: readonly OnlineUser[]): NearbyNews[] {
  if (before === null) return [];
  const wereThere = new Set(before.filter(({ isOnline }) => isOnline).map(({ userId }) => userId));
  const areThere = new Set(now.filter(({ isOnline }) => isOnline).map(({ userId }) => userId));
  return [
    ...now
      .filter(({ userId, isOnline }) => isOnline && !wereThere.has(userId))
      .map((person) => ({ kind: 'came' as const, person })),
    ...before
      .filter(({ userId, isOnline }) => isOnline && !areThere.has(userId))
      .map((person) => ({ kind: 'left' as const, person })),
  ];
}

/** Those who are not there any more, but were within the hour. */
export const wasHereRecently = ({ isOnline, lastSeen }: OnlineUser, now: number): boolean =>
  !isOnline && lastSeen !== null && now - Date.parse(lastSeen) < nearbyTimes.recent_ms;
