import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onPersonGone } from '#platform/storage.ts';
import type { Stamp } from './conversation-record.ts';
import { apply, emptyReplica, type Replica, type ReplicaEvent } from './replica.ts';

/** Without what the store adds; of a union each member alone. */
type Given<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** Holds the replica of one page. */
class ReplicaStore {
  #state = emptyReplica;
  #stamps = 0;
  /** Grows when somebody leaves: what was asked for them comes too late. */
  #person = 0;
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient) {
    // What nobody has looked at for long is let go.
    client.getQueryCache().subscribe((event) => {
      const [area, what, id] = event.query.queryKey;
      const isOne = area === 'conversations' && what === 'one';
      if (isOne && event.type === 'removed') this.dispatch({ kind: 'log dropped', id: String(id) });
    });
  }

  /** Nothing is known any more, and what was asked so far is answered to nobody. */
  clear(): void {
    inUse.delete(this);
    this.#person++;
    this.#become(emptyReplica);
  }

  readonly state = (): Replica => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  dispatch(event: Given<ReplicaEvent>): void {
    this.#become(apply(this.#state, { ...event, at: ++this.#stamps } as ReplicaEvent));
  }

  /** To be called before the server is asked. An answer for somebody who has left since is taken by nobody. */
  ask(): { asked: Stamp; dispatch(event: Given<ReplicaEvent>): void } {
    inUse.add(this);
    const person = this.#person;
    return {
      asked: ++this.#stamps,
      dispatch: (event) => {
        if (person === this.#person) this.dispatch(event);
      },
    };
  }

  #become(state: Replica): void {
    if (state === this.#state) return;
    if (state !== emptyReplica) inUse.add(this);
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Those in which something is known, or was asked, of whoever is signed in. The page of all others may be over. */
const inUse = new Set<ReplicaStore>();
onPersonGone(() => {
  for (const store of [...inUse]) store.clear();
});

const stores = new WeakMap<QueryClient, ReplicaStore>();

/** The replica of the page that asks with this client. */
export function replicaOf(client: QueryClient): ReplicaStore {
  const known = stores.get(client);
  if (known) return known;
  const store = new ReplicaStore(client);
  stores.set(client, store);
  return store;
}

/** A part of the replica; `select` gives the same reference for as long as the part is the same. */
export function useReplica<Part>(select: (state: Replica) => Part): Part {
  const store = replicaOf(useQueryClient());
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}
