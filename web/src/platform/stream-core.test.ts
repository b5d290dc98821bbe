import type { Frame } from '@dazi/contract/frames';
import { areaLimit } from '@dazi/contract/places/areas.rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { StreamCore, type StreamTransport } from '#platform/stream-core.ts';

type Sync = {
  streamId: string;
  areas: { cell: number; version: number | null }[];
  conversations: { id: string; sequence: number; change: number }[];
};

/** A hand-driven clock: timers run when the test moves time on. */
class Clock {
  now = 0;
  jitter = 0;
  #timers: { at: number; action: () => void }[] = [];
  after = (delay_ms: number, action: () => void) => {
    const timer = { at: this.now + delay_ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };
  random = () => this.jitter;
  async advance(time_ms: number) {
    const end = this.now + time_ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.now = next.at;
      next.action();
      await settle();
    }
    this.now = end;
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

class Connections implements StreamTransport {
  opened: { frame(frame: Frame): void; closed(): void; isOpen: boolean }[] = [];
  syncs: Sync[] = [];
  answer = (sync: Sync) =>
    sync.areas.map(({ cell, version }) => ({ cell, version: version ?? 1, changed: version === null }));
  fails = false;
  open(handlers: { frame(frame: Frame): void; closed(): void }) {
    const connection = { ...handlers, isOpen: true };
    this.opened.push(connection);
    return {
      close() {
        connection.isOpen = false;
      },
    };
  }
  /** What the server says of what was told since the oldest answer. */
  vouches: { isQuiet: boolean; since: string | null } = { isQuiet: false, since: null };
  behind: { id: string; lastSequence: number; change: number }[] = [];
  async sync(streamId: string, areas: Sync['areas'], conversations: Sync['conversations']) {
    const sync = { streamId, areas, conversations };
    this.syncs.push(sync);
    if (this.fails) throw new Error('unknown stream');
    return { areas: this.answer(sync), conversations: this.behind, ...this.vouches };
  }
  get last() {
    return this.opened[this.opened.length - 1]!;
  }
  get openCount() {
    return this.opened.filter(({ isOpen }) => isOpen).length;
  }
}

const areas = (...cells: number[]) => new Map(cells.map((cell) => [cell, null] as const));

describe('the stream', () => {
  let clock: Clock;
  let connections: Connections;
  let seen: string[];
  let core: StreamCore;
  let resumed: string[];

  beforeEach(() => {
    resumed = [];
    clock = new Clock();
    connections = new Connections();
    seen = [];
    core = new StreamCore(connections, clock, {
      status: (status) => seen.push(status),
      events: (cell, events) => seen.push(`events ${cell}: ${events.length}`),
      changed: (changed) => {
        for (const { cell, since } of changed)
          seen.push(`changed ${cell}${since ? ` but since ${since}` : ''}`);
      },
      settled: (settled) => {
        for (const { cell, version } of settled) seen.push(`settled ${cell} at ${version}`);
      },
      told: (event) => seen.push(`told ${event.type}`),
      resumed: (behind, isAfterGap, quietSince) =>
        resumed.push(
          `${behind.map(({ id }) => id).join(' ')}${isAfterGap ? ' after a gap' : ''}${quietSince ? ` quiet since ${quietSince}` : ''}`,
        ),
      signedOut: () => seen.push('signed out'),
    });
  });

  const connect = async (streamId = 's1') => {
    connections.last.frame({ type: 'connected', streamId });
    await settle();
  };

  it('connects with the first listener and compares versions when connected', async () => {
    core.want('a', areas(7));
    expect(connections.openCount).toBe(1);
    expect(core.status).toBe('connecting');
    await connect();
    expect(core.status).toBe('connected');
    expect(connections.syncs).toEqual([
      { streamId: 's1', areas: [{ cell: 7, version: null }], conversations: [] },
    ]);
    expect(seen).toContain('changed 7');
  });

  it('tells what concerns the person, and after each gap which conversations went on (RT-007)', async () => {
    connections.behind = [{ id: 'c1', lastSequence: 9, change: 0 }];
    core.want('a', areas(), new Map([['c1', { sequence: 7, change: 4 }]]));
    core.want('b', areas(), new Map([['c1', { sequence: 5, change: 6 }]]));
    await connect();
    expect(connections.syncs[0]?.conversations).toEqual([{ id: 'c1', sequence: 5, change: 4 }]);
    expect(resumed).toEqual(['c1 after a gap']);
    connections.last.frame({ type: 'typing', conversationId: 'c1', userId: 'u', name: 'U' });
    connections.last.frame({ type: 'heartbeat' });
    expect(seen.filter((one) => one.startsWith('told'))).toEqual(['told typing']);
    connections.last.frame({ type: 'resync' });
    await settle();
    expect(resumed).toEqual(['c1 after a gap', 'c1 after a gap']);
  });

  it('asks again for a conversation that was fetched meanwhile, not for each message', async () => {
    core.want('a', areas());
    await connect();
    core.want('a', areas(), new Map([['c1', { sequence: 7, change: 0 }]]));
    await clock.advance(60);
    core.want('a', areas(), new Map([['c1', { sequence: 8, change: 0 }]]));
    await clock.advance(60);
    expect(connections.syncs).toHaveLength(2);
    expect(resumed).toEqual([' after a gap', '']);
  });

  it('uses one connection for all listeners and asks again when their areas change', async () => {
    core.want('a', areas(1, 2));
    await connect();
    core.want('b', areas(2, 3));
    core.want('b', areas(2, 3, 4));
    await clock.advance(60);
    expect(connections.opened).toHaveLength(1);
    expect(connections.syncs).toHaveLength(2);
    expect(connections.syncs[1]?.areas.map(({ cell }) => cell).sort()).toEqual([1, 2, 3, 4]);
    core.want('a', areas(1, 2));
    await clock.advance(60);
    expect(connections.syncs, 'nothing changed').toHaveLength(2);
  });

  it('listens to 32 areas at most and gives every listener its share', async () => {
    core.want('a', areas(...Array.from({ length: 40 }, (_, cell) => cell)));
    core.want('b', areas(100, 101));
    await connect();
    const cells = connections.syncs[0]?.areas.map(({ cell }) => cell) ?? [];
    expect(cells).toHaveLength(areaLimit);
    expect(cells).toEqual(expect.arrayContaining([100, 101, 0, 1]));
  });

  it('passes on events of its areas only', async () => {
    core.want('a', areas(5));
    await connect();
    const events = [{ type: 'post_deleted' as const, messageId: 'm', userId: 'u' }];
    connections.last.frame({ type: 'area', cell: 5, events });
    connections.last.frame({ type: 'area', cell: 6, events });
    expect(seen.filter((line) => line.startsWith('events'))).toEqual(['events 5: 1']);
  });

  it('leaves 2 s after the last listener, unless one comes back', async () => {
    core.want('a', areas(1));
    await connect();
    core.want('a', null);
    await clock.advance(1900);
    core.want('b', areas(1));
    await clock.advance(5000);
    expect(connections.opened).toHaveLength(1);
    core.want('b', null);
    await clock.advance(1999);
    expect(core.status).toBe('connected');
    await clock.advance(1);
    expect(core.status).toBe('disconnected');
    expect(connections.openCount).toBe(0);
  });

  it('reconnects after 5 s and jitter, with the versions it knew', async () => {
    core.want('a', areas(1));
    connections.answer = (sync) => sync.areas.map(({ cell }) => ({ cell, version: 41, changed: true }));
    await connect();
    clock.jitter = 0.5;
    connections.last.closed();
    expect(core.status).toBe('error');
    await clock.advance(5999);
    expect(connections.opened).toHaveLength(1);
    await clock.advance(1);
    expect(connections.opened).toHaveLength(2);
    await connect('s2');
    expect(connections.syncs[1]).toEqual({
      streamId: 's2',
      areas: [{ cell: 1, version: 41 }],
      conversations: [],
    });
  });

  it('does not reconnect when everybody has left meanwhile', async () => {
    core.want('a', areas(1));
    await connect();
    connections.last.closed();
    core.want('a', null);
    await clock.advance(20_000);
    expect(connections.opened).toHaveLength(1);
    expect(core.status).toBe('disconnected');
  });

  it('compares versions again on resync, and reconnects when that fails', async () => {
    core.want('a', areas(1));
    await connect();
    connections.last.frame({ type: 'resync' });
    await settle();
    expect(connections.syncs).toHaveLength(2);
    connections.fails = true;
    connections.last.frame({ type: 'resync' });
    await settle();
    expect(core.status).toBe('error');
    connections.fails = false;
    await clock.advance(5000);
    expect(connections.opened).toHaveLength(2);
  });

  it('asks on a new connection what was missed, though the question of the one before is still on its way', async () => {
    const { sync } = connections;
    connections.sync = () => new Promise(() => {});
    core.want('tab', areas(7));
    await connect();
    connections.sync = sync;
    connections.last.closed();
    await clock.advance(5000);
    await connect('s2');
    expect(connections.syncs.map(({ streamId }) => streamId)).toEqual(['s2']);
    expect([resumed, seen]).toEqual([[' after a gap'], expect.arrayContaining(['changed 7'])]);
  });

  it('takes a silent connection for dead', async () => {
    core.want('a', areas(1));
    await connect();
    await clock.advance(60_000);
    connections.last.frame({ type: 'heartbeat' });
    await clock.advance(74_000);
    expect(core.status).toBe('connected');
    await clock.advance(1000);
    expect(core.status).toBe('error');
  });

  it('tells a listener that comes with an old version what it missed', async () => {
    core.want('a', areas(1));
    connections.answer = (sync) => sync.areas.map(({ cell }) => ({ cell, version: 9, changed: false }));
    await connect();
    seen.length = 0;
    core.want('b', new Map([[1, 3]]));
    expect(seen).toEqual(['changed 1']);
    seen.length = 0;
    core.want('b', new Map([[1, 9]]));
    expect(seen).toEqual([]);
  });

  it('goes on from the versions the tabs hand over to a new leader', async () => {
    core.want('a', new Map([[1, 17]]));
    await connect();
    expect(connections.syncs[0]?.areas).toEqual([{ cell: 1, version: 17 }]);
  });

  describe('where nothing was told since the oldest answer', () => {
    const quiet = (version: number) => (sync: Sync) =>
      sync.areas.map(({ cell, version: known }) => ({ cell, version: known ?? version, changed: false }));
    beforeEach(async () => {
      connections.vouches = { isQuiet: true, since: 'm1' };
      connections.answer = quiet(9);
      core.want('a', areas(1));
      await connect();
    });

    it('says so, of areas and of what concerns the person', () => {
      expect(seen).toContain('changed 1 but since m1');
      expect(resumed).toEqual([' after a gap quiet since m1']);
    });

    it('does not ask again for what was told here meanwhile', async () => {
      connections.answer = (sync) => sync.areas.map(({ cell }) => ({ cell, version: 11, changed: true }));
      seen.length = 0;
      core.want('a', areas(1, 2));
      await clock.advance(60);
      expect(seen).toEqual(['changed 2']);
    });

    it('takes no version from it before all that was written by then has been told', async () => {
      await clock.advance(59_000);
      connections.last.frame({ type: 'heartbeat' });
      connections.last.closed();
      await clock.advance(5000);
      await connect('s2');
      expect(connections.syncs[1]?.areas).toEqual([{ cell: 1, version: null }]);
      seen.length = 0;
      await clock.advance(30_000);
      connections.last.frame({ type: 'heartbeat' });
      await clock.advance(30_000);
      expect(seen).toEqual(['settled 1 at 9']);
      connections.last.closed();
      await clock.advance(5000);
      await connect('s3');
      expect(connections.syncs[2]?.areas).toEqual([{ cell: 1, version: 9 }]);
    });

    it('trusts nothing of it after something was dropped', async () => {
      connections.answer = (sync) => sync.areas.map(({ cell }) => ({ cell, version: 11, changed: true }));
      connections.vouches = { isQuiet: false, since: 'm1' };
      seen.length = 0;
      connections.last.frame({ type: 'resync' });
      await settle();
      expect(seen).toEqual(['changed 1']);
      expect(resumed.at(-1)).toBe(' after a gap');
    });

    it('does not take an answer for what was dropped while it was on its way', async () => {
      connections.answer = (sync) =>
        sync.areas.map(({ cell }) => ({ cell, version: 12, changed: connections.syncs.length > 2 }));
      seen.length = 0;
      resumed.length = 0;
      connections.last.frame({ type: 'resync' });
      connections.last.frame({ type: 'resync' });
      connections.vouches = { isQuiet: false, since: 'm1' };
      await settle();
      expect(connections.syncs).toHaveLength(3);
      expect(resumed).toEqual([' after a gap quiet since m1', ' after a gap']);
      expect(seen).toEqual(['changed 1']);
    });

    it('has a tab that comes later ask for itself', async () => {
      seen.length = 0;
      core.want('a', areas(1));
      expect(seen, 'this one was told').toEqual([]);
      core.want('b', areas(1));
      expect(seen).toEqual(['changed 1']);
    });
  });

  it('starts anew when another person signs in', async () => {
    core.want('a', areas(1));
    await connect();
    core.restart();
    expect(connections.opened.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    connections.opened[0]?.closed();
    expect(core.status, 'the old connection no longer counts').toBe('connecting');
  });

  it('reports the end of the session', async () => {
    core.want('a', areas(1));
    await connect();
    connections.last.frame({ type: 'signed_out' });
    expect(seen).toContain('signed out');
    await clock.advance(5000);
    expect(connections.openCount).toBe(1);
  });
});
