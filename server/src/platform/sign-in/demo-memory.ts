import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  until: number;
}

/** More than this is forgotten, the oldest first: anyone can begin a sign-in in demo mode. */
const most = 10_000;

/** What the demo provider remembers, in memory: sign-ins under way, gone after a restart. */
export function demoMemory(now: () => number) {
  const entries = new Map<string, Entry>();
  const read = (key: string) => {
    const found = entries.get(key);
    return found && found.until > now() ? found.payload : undefined;
  };
  return class DemoMemory implements Adapter {
    readonly #kind: string;

    constructor(kind: string) {
      this.#kind = kind;
    }

    #key = (id: string) => `${this.#kind}:${id}`;

    async upsert(id: string, payload: AdapterPayload, expiresIn_s: number) {
      entries.delete(this.#key(id));
      entries.set(this.#key(id), { payload, until: now() + expiresIn_s * 1000 });
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(oldest);
      }
    }

    async find(id: string) {
      return read(this.#key(id));
    }

    async findByUid(uid: string) {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${this.#kind}:`) && payload.uid === uid) return read(key);
      }
      return undefined;
    }

    async findByUserCode() {
      return undefined;
    }

    async consume(id: string) {
      const found = entries.get(this.#key(id));
      if (found) found.payload.consumed = Math.floor(now() / 1000);
    }

    async destroy(id: string) {
      entries.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    }
  };
}
