import { isRecord, onPersonGone, readStored, stored, words, writePersonal } from '#platform/storage.ts';
import { restoreToDraft } from './drafts.ts';
import type { NewMessage } from './replica/own.ts';
import { namesOnDevice } from './waiting-messages.ts';

type Kept = Pick<NewMessage, 'conversationId' | 'content' | 'createdAt'>;

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  ['conversationId', 'content', 'createdAt'].every((name) => typeof value[name] === 'string');

const entryOf = (userId: string, clientId: string) => words(userId, `besideFiles.${clientId}`, isKept);

/**
 * Words that are sent after the files they are about. They stand in no field and are no message yet: should the page go before,
 * the next one gives them back. Of several tabs that which sends them holds a lock.
 */
class WordsBesideFiles {
  readonly #locks: Pick<LockManager, 'request'> | undefined;
  /** What this page is about to send. */
  readonly #held = new Map<string, () => void>();

  constructor(locks: Pick<LockManager, 'request'> | undefined) {
    this.#locks = locks;
    onPersonGone(() => {
      for (const release of this.#held.values()) release();
      this.#held.clear();
    });
  }

  /** Answers what ends it; that is false where they are not to be sent from here any more. */
  keep({ clientId, userId, conversationId, content, createdAt }: NewMessage): () => boolean {
    const entry = entryOf(userId, clientId);
    writePersonal(userId, entry, { conversationId, content, createdAt });
    const wasKept = readStored(entry) !== null;
    const released = new Promise<void>((release) => this.#held.set(clientId, release));
    this.#locks?.request(lockOf(clientId), () => released).catch(() => {});
    return () => {
      const release = this.#held.get(clientId);
      // With its person it went, to wait for them.
      if (!release) return false;
      const isTaken = wasKept && readStored(entry) === null;
      writePersonal(userId, entry, null);
      this.#held.delete(clientId);
      release();
      return !isTaken;
    };
  }

  /** Gives back what pages left that are over. */
  restore(userId: string): void {
    for (const clientId of namesOnDevice((name) => entryOf(userId, name))) {
      if (this.#held.has(clientId)) continue;
      const giveBack = () => this.#giveBack(userId, clientId);
      if (this.#locks) this.#locks.request(lockOf(clientId), giveBack).catch(giveBack);
      else giveBack();
    }
  }

  #giveBack(userId: string, clientId: string): void {
    const entry = entryOf(userId, clientId);
    const kept = readStored(entry);
    // Sent meanwhile, or of somebody who is not here.
    if (!kept || readStored(stored.user)?.id !== userId) return;
    restoreToDraft(kept.conversationId, userId, kept.content, kept.createdAt);
    writePersonal(userId, entry, null);
  }
}

const lockOf = (clientId: string) => `dazi.besideFiles.${clientId}`;

export const wordsBesideFiles = new WordsBesideFiles(globalThis.navigator?.locks);
