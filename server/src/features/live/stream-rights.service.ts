import { livingSessions } from '#features/identity/identity.service.ts';
import { BatchLoader } from '#platform/batch-loader.ts';
import type { Deps } from '#platform/deps.ts';
import { port } from '#platform/ports.ts';
import { frameText } from './live-news.rules.ts';
import type { Stream, StreamRegistry } from './stream-registry.service.ts';

/** Everyone hidden from each person; those from whom nobody is hidden may be missing. */
export type HiddenFrom = (
  deps: Deps,
  viewerIds: readonly string[],
) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
export const hiddenFromPort = port<HiddenFrom>('who is hidden from a person');

export interface Subscriptions {
  /** The groups each is a member of, if any; what is said to somebody alone is told to the person. */
  conversationsOf(deps: Deps, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Of those given the ones somebody is a member of, with the numbers they have come to. */
  positionsOf(deps: Deps, userId: string, conversationIds: readonly string[]): Promise<LogPosition[]>;
}

export const subscriptionsPort = port<Subscriptions>('what a person hears of besides areas');

export interface LogPosition {
  id: string;
  lastSequence: number;
  change: number;
}

/** Streams whose rights are read again together, and how soon that is tried again. */
const madeSureAtOnce = 100;
const makeSureAgain_ms = 1000;

/** What the streams of this node may be told: reads whom to hide from them and which conversations they belong to. */
export class StreamRights {
  readonly #deps: Deps;
  readonly #registry: StreamRegistry;
  /** Of all whose streams begin at once, or are made sure of together, by one statement. */
  readonly #hiddenFrom: BatchLoader<string, ReadonlySet<string>>;
  readonly #conversationsOf: BatchLoader<string, readonly string[]>;
  /** Whose hidden people are being read, and whether they changed once more meanwhile. */
  readonly #rereading = new Map<string, { again: boolean; done: Promise<void> }>();
  #isMakingSure = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: Deps, registry: StreamRegistry, hiddenFrom: HiddenFrom, subscriptions: Subscriptions) {
    this.#deps = deps;
    this.#registry = registry;
    this.#hiddenFrom = new BatchLoader((ids) => hiddenFrom(deps, ids));
    this.#conversationsOf = new BatchLoader((ids) => subscriptions.conversationsOf(deps, ids));
  }

  /** For a stream that begins. Memberships are followed from before they are read, so that none is missed. */
  async read(stream: Stream, viewerId: string): Promise<void> {
    const left = new Set<string>();
    stream.left = left;
    await this.rereadHidden(viewerId);
    for (const id of (await this.#conversationsOf.load(viewerId)) ?? []) {
      if (!left.has(id)) this.#registry.join(stream, id);
    }
    delete stream.left;
  }

  /** Asks who is hidden from a person, once more if that changes while it is being asked. */
  rereadHidden(userId: string): Promise<void> {
    const running = this.#rereading.get(userId);
    if (running) {
      running.again = true;
      return running.done;
    }
    const state = { again: false, done: Promise.resolve() };
    this.#rereading.set(userId, state);
    state.done = this.#readHidden(userId, state).finally(() => this.#rereading.delete(userId));
    return state.done;
  }

  async #readHidden(userId: string, state: { again: boolean }) {
    do {
      state.again = false;
      const hidden = (await this.#hiddenFrom.load(userId)) ?? new Set();
      if (state.again) continue;
      for (const stream of this.#registry.ofPerson(userId)) stream.hidden = hidden;
    } while (state.again);
  }

  /** What takes a right away may have been missed: nobody hears anything until their rights are read anew. */
  afterGap(): void {
    this.#registry.gaps++;
    if (this.#isMakingSure) return;
    this.#isMakingSure = true;
    this.#makeSure().then(
      () => {
        this.#isMakingSure = false;
      },
      () => {
        this.#retry = setTimeout(() => {
          this.#isMakingSure = false;
          this.afterGap();
        }, makeSureAgain_ms);
      },
    );
  }

  async #makeSure() {
    for (;;) {
      const gap = this.#registry.gaps;
      const unsure = this.#registry.all().filter((stream) => this.#registry.isUnsure(stream));
      if (unsure.length === 0) return;
      for (let start = 0; start < unsure.length; start += madeSureAtOnce) {
        await this.#makeSureOf(unsure.slice(start, start + madeSureAtOnce), gap);
      }
    }
  }

  /** The browsers ask for everything else when they are told to. */
  async #makeSureOf(streams: readonly Stream[], gap: number) {
    const sessionIds = streams.flatMap(({ sessionId }) => sessionId ?? []);
    const living = await livingSessions(this.#deps, sessionIds);
    await Promise.all(
      streams.map(async (stream) => {
        const { viewerId, sessionId } = stream;
        if (sessionId !== null) {
          const session = living.get(sessionId);
          // Who was put out meanwhile, or is so no more, comes back as what they are now.
          if (session?.stands === (viewerId !== null)) stream.endsAt = session.endsAt;
          else this.#registry.endSession(sessionId);
        }
        if (!this.#registry.find(stream.id)) return;
        if (viewerId !== null) {
          await Promise.all([this.rereadHidden(viewerId), this.#rereadConversations(stream, viewerId)]);
        }
        stream.sureSince = gap;
        stream.behind = true;
        stream.outlet.write(frameText({ type: 'resync' }));
      }),
    );
  }

  async #rereadConversations(stream: Stream, viewerId: string) {
    const before = [...stream.conversations];
    const left = new Set<string>();
    stream.left = left;
    const now = new Set(await this.#conversationsOf.load(viewerId).finally(() => delete stream.left));
    if (!this.#registry.find(stream.id)) return;
    for (const id of before) if (!now.has(id)) this.#registry.leave(stream, id);
    for (const id of now) if (!left.has(id)) this.#registry.join(stream, id);
  }

  stop(): void {
    clearTimeout(this.#retry);
  }
}
