import { conversationTopics } from '#features/live/live.service.ts';
import { topicKind } from '#platform/bus.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { completeOverdue } from './completion.service.ts';
import type { Among } from './mini-apps.store.ts';

/** Somebody is hidden from all, or back. */
const goneTopics = topicKind<{ userId: string }>('gone');

/** In the transaction that hides somebody or brings them back: nobody waits for them from its end on. */
export async function tellWaiting(inner: TransactingDeps, userId: string): Promise<void> {
  inner.afterCommit(() => inner.bus.publish(goneTopics.topic(userId), { userId }));
}

/** Completes what waited for somebody who left on this node; the job finds what a lost node left behind. */
export class WaitingEnds {
  readonly #deps: Deps;
  readonly #unsubscribe: (() => void)[];
  readonly #asked: Among[] = [];
  #running: Promise<void> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#unsubscribe = [
      deps.bus.subscribe(conversationTopics, ({ type, conversationId }) => {
        if (type === 'member_leave') this.#ask({ conversationId });
      }),
      deps.bus.subscribe(goneTopics, ({ userId }) => this.#ask({ userId })),
    ];
  }

  #ask(among: Among) {
    this.#asked.push(among);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  async #run() {
    for (let among = this.#asked.shift(); among; among = this.#asked.shift()) {
      await completeOverdue(this.#deps, among).catch((error) => {
        // The job tries again.
        this.#deps.log.error({ err: error }, 'mini apps not completed');
      });
    }
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#asked.length = 0;
    await this.#running;
  }
}
