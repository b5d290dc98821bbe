/** Of several tabs the one that holds a message's lock sends it, first the one it was written in; the next takes over. */
export class SendingTab {
  readonly #locks: Pick<LockManager, 'request'> | undefined;
  readonly #held = new Map<string, () => void>();
  readonly #wanted = new Map<string, Promise<void>>();

  /** Without locks, as in old browsers, every tab sends; the server knows a repetition. */
  constructor(locks: Pick<LockManager, 'request'> | undefined) {
    this.#locks = locks;
  }

  holds(clientId: string): boolean {
    return this.#locks === undefined || this.#held.has(clientId);
  }

  /** Resolves when this tab is the one; rejects when the signal ends the waiting. */
  hold(clientId: string, signal?: AbortSignal): Promise<void> {
    const locks = this.#locks;
    if (!locks || this.#held.has(clientId)) return Promise.resolve();
    const wanted =
      this.#wanted.get(clientId) ??
      new Promise<void>((resolve, reject) => {
        const untilReleased = () =>
          new Promise<void>((release) => {
            this.#held.set(clientId, release);
            this.#wanted.delete(clientId);
            resolve();
          });
        locks
          .request(`dazi.outgoing.${clientId}`, signal ? { signal } : {}, untilReleased)
          .catch((error: unknown) => {
            this.#wanted.delete(clientId);
            if (signal?.aborted) return reject(error);
            // Locks are forbidden here: as if there were none.
            this.#held.set(clientId, () => {});
            resolve();
          });
      });
    this.#wanted.set(clientId, wanted);
    return wanted;
  }

  /** Lets go of every message but these. */
  keepOnly(clientIds: ReadonlySet<string>): void {
    for (const [clientId, release] of [...this.#held]) {
      if (clientIds.has(clientId)) continue;
      this.#held.delete(clientId);
      release();
    }
  }
}
