/** Between the tabs of one browser; nothing where a browser lets none speak to another, and each is by itself. */
export const openTabChannel = (name: string): BroadcastChannel | undefined =>
  globalThis.BroadcastChannel && new BroadcastChannel(name);
