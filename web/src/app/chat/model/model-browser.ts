import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** The tab whose code runs. What it begins, a timer say, is its own. */
let running: TabLoop | null = null;
const loops = new Set<TabLoop>();

/** What one tab does one after the other. While it sleeps all of it waits. */
export class TabLoop {
  /** Hears when the page goes. Another one stands in its place then. */
  page = new EventTarget();
  readonly locks = { request: requestFor(this) };
  /** In the order in which it came; of timers by their ids. */
  readonly #held = new Map<unknown, () => void>();
  #isAsleep = false;

  constructor() {
    loops.add(this);
  }

  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  /** Does something in this tab, which is awake, and lets come what the queries tell a moment later. */
  async run<Done>(work: () => Done): Promise<Done> {
    try {
      return await act(async () => {
        running = this;
        const done = work();
        await vi.advanceTimersByTimeAsync(0);
        running = this;
        return done;
      });
    } finally {
      running = null;
    }
  }

  /** The same, or what comes to a tab that sleeps: it is done when that wakes. */
  async take(work: () => void): Promise<void> {
    if (this.#isAsleep) this.#held.set(work, work);
    else await this.run(work);
  }

  sleep(): void {
    this.#isAsleep = true;
  }

  async wake(): Promise<void> {
    this.#isAsleep = false;
    for (const [key, work] of this.#held) {
      this.#held.delete(key);
      await this.run(work);
    }
  }

  /** The page goes, with its locks and with what it had not done. */
  close(): void {
    this.#isAsleep = false;
    this.#held.clear();
    this.page = new EventTarget();
    for (const [name, wanted] of [...queues]) {
      const left = wanted.filter(({ loop }) => loop !== this);
      queues.set(name, left);
      giveNext(name);
    }
  }

  /** A timer of a page has run down. */
  tick(id: unknown, page: EventTarget, work: () => void): void {
    if (page !== this.page) return;
    if (this.#isAsleep) this.#held.set(id, work);
    else {
      running = this;
      work();
    }
  }

  /** What was called off is done by no tab that wakes. */
  forget(id: unknown): void {
    this.#held.delete(id);
  }
}

interface Wanted {
  loop: TabLoop;
  /** The tab is about to hear that it has the lock. */
  isGiven: boolean;
  /** It has heard, and does what it wanted the lock for. */
  isTaken: boolean;
  take(): void;
}

/** By the name of a lock, those who want it; the first one has it, or is about to. */
const queues = new Map<string, readonly Wanted[]>();

function requestFor(loop: TabLoop) {
  return (name: string, { signal }: { signal?: AbortSignal }, work: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        queues.set(name, queues.get(name)?.filter((one) => one !== wanted) ?? []);
        giveNext(name);
      };
      const wanted: Wanted = {
        loop,
        isGiven: false,
        isTaken: false,
        take: () => {
          if (queues.get(name)?.[0] !== wanted) return;
          wanted.isTaken = true;
          void work().then(resolve, reject).finally(leave);
        },
      };
      signal?.addEventListener('abort', () => {
        if (wanted.isTaken) return;
        leave();
        reject(signal.reason);
      });
      queues.set(name, [...(queues.get(name) ?? []), wanted]);
      giveNext(name);
    });
}

/** Whoever is the first has the lock from now on, and hears of it in a turn of their own. */
function giveNext(name: string): void {
  const [first] = queues.get(name) ?? [];
  if (!first) queues.delete(name);
  if (!first || first.isGiven) return;
  first.isGiven = true;
  const before = running;
  running = first.loop;
  setTimeout(first.take, 0);
  running = before;
}

type Listen = (type: string, listener: EventListener) => void;

/** From now on what a tab begins is its own. Without locks it is an old browser. To be called with a clock that is held. */
export function openBrowser(hasLocks: boolean): () => void {
  const timers = { setTimeout, setInterval, clearTimeout, clearInterval };
  const { addEventListener, removeEventListener } = window;
  const listen: Listen = addEventListener.bind(window);
  const stopListening: Listen = removeEventListener.bind(window);
  const owned = (begin: typeof setTimeout | typeof setInterval) => (work: () => void, delay_ms?: number) => {
    const loop = running;
    if (!loop) return begin(work, delay_ms);
    const { page } = loop;
    const id: unknown = begin(() => loop.tick(id, page, work), delay_ms);
    return id;
  };
  const calledOff = (cancel: (id: never) => void) => (id: never) => {
    for (const loop of loops) loop.forget(id);
    cancel(id);
  };
  Object.assign(globalThis, {
    setTimeout: owned(setTimeout),
    setInterval: owned(setInterval),
    clearTimeout: calledOff(clearTimeout),
    clearInterval: calledOff(clearInterval),
  });
  Object.assign(window, {
    addEventListener(type: string, listener: EventListener) {
      if (running && type === 'pagehide') running.page.addEventListener(type, listener);
      else listen(type, listener);
    },
    removeEventListener(type: string, listener: EventListener) {
      for (const { page } of loops) page.removeEventListener(type, listener);
      stopListening(type, listener);
    },
  });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    get: () => (hasLocks ? running?.locks : undefined),
  });
  return () => {
    queues.clear();
    Object.assign(globalThis, timers);
    Object.assign(window, { addEventListener, removeEventListener });
    Reflect.deleteProperty(navigator, 'locks');
  };
}
