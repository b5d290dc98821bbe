export interface Told {
  topic: string;
  /** What is kept of it, if anything. */
  event: unknown;
  /** What listeners hear. */
  told: unknown;
}

/** What happened, told to whoever listens. */
export interface Bus {
  /** Tells the listeners of this node at once and those of the others soon. */
  publish(topic: string, event: unknown): void;
  /** Tells this node alone: of what was written with a transaction the others hear from the database. */
  deliver(topic: string, event: unknown): void;
  /** What the database is to say to the other nodes when a transaction commits; nothing where there are none. */
  letters(events: readonly Told[]): string[];
  /** The answer ends the subscription. */
  subscribe(prefix: string, listener: (topic: string, event: unknown) => void): () => void;
}

/** Topics are `kind:id`; a listener takes a whole kind. */
export function inProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<(topic: string, event: unknown) => void>>();
  const deliver = (topic: string, event: unknown) => {
    for (const listener of listeners.get(topic.slice(0, topic.indexOf(':'))) ?? []) {
      try {
        listener(topic, event);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    publish: deliver,
    deliver,
    letters: () => [],
    subscribe(prefix, listener) {
      const ofKind = listeners.get(prefix) ?? new Set();
      listeners.set(prefix, ofKind.add(listener));
      return () => ofKind.delete(listener);
    },
  };
}
