declare const eventOfTopic: unique symbol;

/** Where events of one shape are told, as outbox and nodes spell it: `kind:id`. */
export type Topic<Event> = string & { readonly [eventOfTopic]: Event };

/** The topics of one kind: one for each thing that something may be told about. A listener takes a whole kind. */
export interface TopicKind<Event> {
  readonly kind: string;
  topic(id: string): Topic<Event>;
}

export const topicKind = <Event>(kind: string): TopicKind<Event> => ({
  kind,
  topic: (id) => `${kind}:${id}` as Topic<Event>,
});

export interface EmittedEvent {
  topic: string;
  /** What the outbox stores of it; null for nothing. */
  stored: unknown;
  delivered: unknown;
}

/** Hears what was told, about which thing, and under which topic. */
export type TopicListener<Event> = (event: Event, id: string, topic: Topic<Event>) => void;

export interface Bus {
  /** Tells the listeners of this node at once and those of the others soon. */
  publish<Event>(topic: Topic<Event>, event: Event): void;
  /** Tells this node alone; of what is written in a transaction the database tells the others. */
  deliver(topic: string, event: unknown): void;
  /** What the database is to say to the other nodes when a transaction commits; nothing where there are none. */
  notifyPayloads(events: readonly EmittedEvent[]): string[];
  /** The answer ends the subscription. */
  subscribe<Event>(kind: TopicKind<Event>, listener: TopicListener<Event>): () => void;
}

export function inProcessBus(onError: (error: unknown) => void): Bus {
  // What is told under a topic has the shape of its kind: only `topicKind` makes topics.
  const listeners = new Map<string, Set<TopicListener<unknown>>>();
  const deliver = (topic: string, event: unknown) => {
    const end = topic.indexOf(':');
    for (const listener of listeners.get(topic.slice(0, end)) ?? []) {
      try {
        listener(event, topic.slice(end + 1), topic as Topic<unknown>);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    publish: deliver,
    deliver,
    notifyPayloads: () => [],
    subscribe<Event>({ kind }: TopicKind<Event>, listener: TopicListener<Event>) {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener as TopicListener<unknown>));
      return () => ofKind.delete(listener as TopicListener<unknown>);
    },
  };
}
