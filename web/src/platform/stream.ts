import { type AreaEvent, eventsPath, type Frame, sync } from '@dazi/contract/live';
import { useSyncExternalStore } from 'react';
import { call } from '#platform/api.ts';
import { StreamCore, type StreamStatus, type StreamTransport, type Version } from '#platform/stream-core.ts';
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
  async sync(streamId, areas) {
    return (await call(sync, { body: { streamId, areas } })).data.areas;
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

const subscriptions = new Set<Subscription>();
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
    // Another tab may only have caught up with what this one knows already.
    const news = areas.filter(({ cell, version }) => versions.has(cell) && versions.get(cell) !== version);
    for (const { cell, version } of news) versions.set(cell, version);
    for (const one of subscriptions) {
      const cells = news.map(({ cell }) => cell).filter((cell) => one.cells.has(cell));
      if (cells.length > 0) one.changed(cells);
    }
  },
  signedOut() {
    for (const listener of signedOutListeners) listener();
  },
});

function tellStatus(): void {
  for (const listener of statusListeners) listener();
}

/** As this tab sees it: who listens to nothing is not connected, whatever other tabs do. */
const statusHere = (): StreamStatus => (subscriptions.size > 0 ? connection : 'disconnected');

function tellWanted(): void {
  const cells = new Set<number>();
  for (const one of subscriptions) for (const cell of one.cells) cells.add(cell);
  for (const cell of versions.keys()) if (!cells.has(cell)) versions.delete(cell);
  for (const cell of cells) if (!versions.has(cell)) versions.set(cell, null);
  shared.want(subscriptions.size > 0 ? new Map(versions) : null);
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

/** To be called when another person, or nobody, is signed in. */
export const restartStream = () => shared.restart();

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
