declare const eventOfTopic: unique symbol;

/** Where events of one shape are told, as outbox and nodes spell it: `kind:id`. */
export type Topic<Event> = string & { readonly [eventOfTopic]: Event };

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

export interface CommittedEvent extends EmittedEvent {
  /** Of its row in the outbox; null when nothing is stored. */
  id: number | null;
}

export type TopicListener<Event> = (event: Event, id: string, topic: Topic<Event>) => void;

export interface Bus {
  /** Tells the listeners of this node at once and those of the others soon, if they can be reached. */
  publish<Event>(topic: Topic<Event>, event: Event): void;
  /** Tells this node alone. */
  deliver(topic: string, event: unknown): void;
  /** The same of what a transaction has written, once it is committed: what is stored of it all nodes hear for certain. */
  tellCommitted(events: readonly CommittedEvent[]): void;
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
    tellCommitted: (events) => {
      for (const { topic, delivered } of events) deliver(topic, delivered);
    },
    subscribe<Event>({ kind }: TopicKind<Event>, listener: TopicListener<Event>) {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener as TopicListener<unknown>));
      return () => ofKind.delete(listener as TopicListener<unknown>);
    },
  };
}
