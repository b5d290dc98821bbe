import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  payload: AdapterPayload;
  until: number;
}

/** More than this is forgotten, the oldest first: anyone can begin a sign-in in demo mode. */
const most = 10_000;

/** What the demo provider remembers, in memory: sign-ins under way, gone after a restart. */
export function demoMemory(now: () => number) {
  const kept = new Map<string, Kept>();
  const read = (key: string) => {
    const found = kept.get(key);
    return found && found.until > now() ? found.payload : undefined;
  };
  return class DemoMemory implements Adapter {
    readonly #kind: string;

    constructor(kind: string) {
      this.#kind = kind;
    }

    #key = (id: string) => `${this.#kind}:${id}`;

    async upsert(id: string, payload: AdapterPayload, expiresIn_s: number) {
      kept.delete(this.#key(id));
      kept.set(this.#key(id), { payload, until: now() + expiresIn_s * 1000 });
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    }

    async find(id: string) {
      return read(this.#key(id));
    }

    async findByUid(uid: string) {
      for (const [key, { payload }] of kept) {
        if (key.startsWith(`${this.#kind}:`) && payload.uid === uid) return read(key);
      }
      return undefined;
    }

    async findByUserCode() {
      return undefined;
    }

    async consume(id: string) {
      const found = kept.get(this.#key(id));
      if (found) found.payload.consumed = Math.floor(now() / 1000);
    }

    async destroy(id: string) {
      kept.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    }
  };
}
