import type { AreaEvent, Frame } from '@dazi/contract/frames';
import type { sync } from '@dazi/contract/live/live';
import { eventsPath } from '@dazi/contract/live/live.rules';
import { useSyncExternalStore } from 'react';
import { call } from '#platform/api.ts';
import { giveUpMoments, isHeldSince, oldestMoment, onOlderAnswer } from '#platform/moments.ts';
import {
  type Held,
  type PersonalEvent,
  StreamCore,
  type StreamStatus,
  type StreamTransport,
  type SyncAnswer,
  type Version,
} from '#platform/stream-core.ts';
import { SharedStream } from '#platform/stream-tabs.ts';

const transport: StreamTransport = {
  open({ frame, closed }) {
    const source = new EventSource(eventsPath);
    source.onmessage = (message) => frame(JSON.parse(message.data) as Frame);
    // EventSource would retry by itself, at moments of its own choosing.
    source.onerror = () => {
      source.close();
      closed();
    };
    return source;
  },
  async sync(streamId, areas, conversations) {
    const since = oldestMoment();
    const { data } = await call<typeof sync>('POST', '/api/live/sync', {
      body: { streamId, areas, conversations, since },
    });
    return { ...data, since: since ?? null };
  },
};

const clock = {
  after(delay_ms: number, action: () => void) {
    const timer = setTimeout(action, delay_ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

export interface AreaHandlers {
  /** Something happened in one of the areas. */
  events(events: readonly AreaEvent[], cell: number): void;
  /** Something was missed there, or the area is new: fetch it. */
  changed(cells: readonly number[]): void;
}

interface Subscription extends AreaHandlers {
  cells: ReadonlySet<number>;
}

/** The events somebody takes of those told to the person, each with what it does. */
export type PersonalTakers = {
  readonly [Type in PersonalEvent['type']]?: (event: Extract<PersonalEvent, { type: Type }>) => void;
};

/** What concerns the person: conversations, and where they stand with rooms. */
export interface PersonalHandlers {
  readonly takes: PersonalTakers;
  /** These have more than is held here; after a gap anything else that was answered here may be outdated too. */
  resumed?(behind: SyncAnswer['conversations'], isAfterGap: boolean): void;
  /** The stream stands, for the first time or again: what could not be sent may be tried. */
  reconnected?(): void;
}

interface PersonalListener extends PersonalHandlers {
  held: Held;
}

const subscriptions = new Set<Subscription>();
const personal = new Set<PersonalListener>();
const versions = new Map<number, Version>();
const statusListeners = new Set<() => void>();
const signedOutListeners = new Set<() => void>();
let connection: StreamStatus = 'disconnected';

const shared = new SharedStream((output) => new StreamCore(transport, clock, output), {
  status(next) {
    connection = next;
    tellStatus();
  },
  events(cell, events) {
    for (const one of subscriptions) if (one.cells.has(cell)) one.events(events, cell);
  },
  changed(areas) {
    const missed = areas.filter(({ cell, version, since }) => {
      if (!versions.has(cell) || (since && isHeldSince(since))) return false;
      // Another tab may only have caught up with what this one knows already.
      return version === null || versions.get(cell) !== version;
    });
    for (const { cell, version } of missed) if (version !== null) versions.set(cell, version);
    tellChanged(missed.map(({ cell }) => cell));
  },
  settled(areas) {
    for (const { cell, version } of areas) if (versions.get(cell) === null) versions.set(cell, version);
  },
  told(event) {
    for (const { takes } of personal) {
      // Of takers by type the one of this type takes just this event.
      const take = takes[event.type] as ((event: PersonalEvent) => void) | undefined;
      take?.(event);
    }
  },
  resumed(behind, isAfterGap, quietSince) {
    const hasMissed = isAfterGap && !(quietSince && isHeldSince(quietSince));
    for (const one of personal) {
      if (isAfterGap) one.reconnected?.();
      one.resumed?.(behind, hasMissed);
    }
  },
  signedOut() {
    for (const listener of signedOutListeners) listener();
  },
});

onOlderAnswer(() => {
  tellChanged([...versions.keys()]);
  for (const one of personal) one.resumed?.([], true);
});

function tellChanged(changed: readonly number[]): void {
  for (const one of subscriptions) {
    const cells = changed.filter((cell) => one.cells.has(cell));
    if (cells.length > 0) one.changed(cells);
  }
}

function tellStatus(): void {
  for (const listener of statusListeners) listener();
}

/** As this tab sees it: who listens to nothing is not connected, whatever other tabs do. */
const statusHere = (): StreamStatus => (isListening() ? connection : 'disconnected');
const isListening = () => subscriptions.size > 0 || personal.size > 0;

function tellWanted(): void {
  const cells = new Set<number>();
  // What opened last comes first: where there are too many, it is heard.
  for (const one of [...subscriptions].reverse()) for (const cell of one.cells) cells.add(cell);
  for (const cell of versions.keys()) if (!cells.has(cell)) versions.delete(cell);
  for (const cell of cells) if (!versions.has(cell)) versions.set(cell, null);
  const wanted = new Map([...cells].map((cell) => [cell, versions.get(cell) ?? null]));
  const held = new Map([...personal].flatMap((one) => [...one.held]));
  shared.want(isListening() ? wanted : null, held);
  tellStatus();
}

export interface AreaSubscription {
  /** The map moved. */
  update(cells: readonly number[]): void;
  close(): void;
}

/** Listens to areas (cells of `areaLevel`); the connection is shared by all tabs. */
export function subscribeToAreas(cells: readonly number[], handlers: AreaHandlers): AreaSubscription {
  const subscription: Subscription = { ...handlers, cells: new Set(cells) };
  subscriptions.add(subscription);
  tellWanted();
  return {
    update(next) {
      subscription.cells = new Set(next);
      tellWanted();
    },
    close() {
      subscriptions.delete(subscription);
      tellWanted();
    },
  };
}

export interface PersonalSubscription {
  /** What is held of conversations now. */
  hold(held: Held): void;
  close(): void;
}

/** Listens to what concerns whoever is signed in. */
export function subscribeToPersonal(handlers: PersonalHandlers): PersonalSubscription {
  const listener: PersonalListener = { ...handlers, held: new Map() };
  personal.add(listener);
  tellWanted();
  return {
    hold(held) {
      listener.held = held;
      tellWanted();
    },
    close() {
      personal.delete(listener);
      tellWanted();
    },
  };
}

/** To be called when another person, or nobody, is signed in. */
export function restartStream(): void {
  if (isListening()) giveUpMoments();
  shared.restart();
}

export function onStreamSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

function subscribeToStatus(listener: () => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

export function useStreamStatus(): StreamStatus {
  return useSyncExternalStore(subscribeToStatus, statusHere);
}
