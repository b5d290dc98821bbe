/** What happened, told to whoever listens on this node after it was committed. */
export interface Bus {
  publish(topic: string, event: unknown): void;
  /** The answer ends the subscription. */
  subscribe(prefix: string, listener: (topic: string, event: unknown) => void): () => void;
}

/** Topics are `kind:id`; a listener takes a whole kind. */
export function inProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<(topic: string, event: unknown) => void>>();
  return {
    publish(topic, event) {
      for (const listener of listeners.get(topic.slice(0, topic.indexOf(':'))) ?? []) {
        try {
          listener(topic, event);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(prefix, listener) {
      const ofKind = listeners.get(prefix) ?? new Set();
      listeners.set(prefix, ofKind.add(listener));
      return () => ofKind.delete(listener);
    },
  };
}
