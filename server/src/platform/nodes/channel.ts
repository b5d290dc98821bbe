/** From each node to all others. It may be away: what is lost is found in the outbox a second or two later. */
export interface Channel {
  readonly limit_bytes: number;
  /** In their order; fails when they could not be handed over. */
  tell(texts: readonly string[]): Promise<void>;
  /** Hears all, also what this node has told. `opened` hears of each beginning: what came before may be lost. */
  hear(heard: (text: string) => void, opened: () => void): Promise<void>;
  close(): Promise<void>;
}
