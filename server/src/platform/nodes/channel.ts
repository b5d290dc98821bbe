/**
 * A way from each node to all others. What is lost on it is found in the outbox a second or two later, so it need not keep
 * anything, and may be away.
 */
export interface Channel {
  /** What one text may have at most. */
  readonly limit_bytes: number;
  /** In their order; fails when they could not be handed over. */
  tell(texts: readonly string[]): Promise<void>;
  /** Hears all, also what this node has told. `opened` hears of each beginning: what came before may be lost. */
  hear(heard: (text: string) => void, opened: () => void): Promise<void>;
  close(): Promise<void>;
}
