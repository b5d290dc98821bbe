import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { topicKind } from '#platform/bus.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Deps } from '../deps.ts';
import { gatherLast, handOver, handOverLast, rowsOf } from './builder.ts';

let app: TestApp;
let deps: Deps;
beforeAll(async () => {
  app = await startTestApp();
  deps = app.deps;
});
afterAll(() => app.close());

const note = (on: Pick<Deps, 'db'>, name: string) =>
  on.db.execute(sql`INSERT INTO installation (name, value) VALUES (${name}, '')`);
const notes = async () =>
  (
    await rowsOf<{ name: string }>(
      deps.db,
      sql`SELECT name FROM installation WHERE value = '' ORDER BY name COLLATE "C"`,
    )
  ).map(({ name }) => name);
const eventsStored = async () =>
  (await rowsOf<{ count: number }>(deps.db, sql`SELECT count(*) AS count FROM outbox`))[0]!.count;

beforeEach(async () => {
  await deps.db.execute(sql`DELETE FROM installation WHERE value = ''`);
  await deps.db.execute(sql`DELETE FROM outbox`);
});

const areas = topicKind<object>('area');

describe('deps.transact', () => {
  test('does everything or nothing', async () => {
    await deps.transact(async (inner) => {
      await note(inner, 'one');
      await note(inner, 'two');
    });
    const failing = deps.transact(async (inner) => {
      await note(inner, 'three');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const broken = deps.transact(async (inner) => {
      await note(inner, 'four');
      await note(inner, 'one');
    });
    await expect(broken).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await notes()).toEqual(['one', 'two']);
  });

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'of two that wait for each other one begins anew, and both are done',
    async () => {
      await note(deps, 'left');
      await note(deps, 'right');
      const append = (on: Pick<Deps, 'db'>, name: string, text: string) =>
        on.db.execute(sql`UPDATE installation SET value = value || ${text}::text WHERE name = ${name}`);
      let begun = 0;
      let bothHaveBegun = () => {};
      const untilBoth = new Promise<void>((resolve) => {
        bothHaveBegun = resolve;
      });
      const across = (first: string, second: string, text: string) =>
        deps.transact(async (inner) => {
          await append(inner, first, text);
          if (++begun === 2) bothHaveBegun();
          await untilBoth;
          await append(inner, second, text);
        });
      await Promise.all([across('left', 'right', 'a'), across('right', 'left', 'b')]);
      expect(begun).toBe(3);
      const values = sql`SELECT value FROM installation WHERE name IN ('left', 'right')`;
      const [left, right] = await rowsOf<{ value: string }>(deps.db, values);
      expect([left!.value, right!.value].map((value) => [...value].sort().join(''))).toEqual(['ab', 'ab']);
      await deps.db.execute(sql`DELETE FROM installation WHERE name IN ('left', 'right')`);
    },
  );

  test('one that is rolled back takes nothing of anybody else with it', async () => {
    await Promise.allSettled(
      Array.from({ length: 40 }, async (_each, number) => {
        const name = String(number).padStart(2, '0');
        if (number % 4 === 0) return note(deps, name);
        return deps.transact(async (inner) => {
          await note(inner, name);
          if (number % 4 === 1) throw new Error('changed my mind');
          await inner.db.execute(sql`SELECT pg_sleep(0.002)`);
        });
      }),
    );
    const kept = Array.from({ length: 40 }, (_each, number) => number).filter((number) => number % 4 !== 1);
    expect(await notes()).toEqual(kept.map((number) => String(number).padStart(2, '0')));
  });

  const handOverNote = (on: Pick<Deps, 'db'>, name: string) =>
    handOver(on.db, sql`INSERT INTO installation (name, value) VALUES (${name}, '')`);

  test('has done what was handed over before what is asked for next, and when it ends', async () => {
    await deps.transact(async (inner) => {
      handOverNote(inner, 'one');
      const [seen] = await rowsOf<{ count: number }>(
        inner.db,
        sql`SELECT count(*) AS count FROM installation WHERE value = ''`,
      );
      expect(seen).toEqual({ count: 1 });
      handOverNote(inner, 'two');
      handOverNote(inner, 'three');
    });
    expect(await notes()).toEqual(['one', 'three', 'two']);
  });

  test('keeps nothing when something that was handed over fails, and says why', async () => {
    const heard: string[] = [];
    const broken = deps.transact(async (inner) => {
      await note(inner, 'one');
      handOverNote(inner, 'two');
      handOverNote(inner, 'one');
      handOverNote(inner, 'three');
      inner.afterCommit(() => heard.push('committed'));
    });
    await expect(broken).rejects.toMatchObject({ code: '23505' });
    const swallowed = deps.transact(async (inner) => {
      await note(inner, 'four');
      await note(inner, 'four').catch(() => 'never mind');
    });
    await expect(swallowed).rejects.toThrow();
    const goneOn = deps.transact(async (inner) => {
      await note(inner, 'five');
      handOverNote(inner, 'five');
      await note(inner, 'six');
    });
    await expect(goneOn).rejects.toMatchObject({ code: '23505' });
    expect(await notes()).toEqual([]);
    expect(heard).toEqual([]);
    // The connections are as good as before.
    await Promise.all(Array.from({ length: 30 }, (_each, number) => note(deps, String(number))));
    expect(await notes()).toHaveLength(30);
  });

  const noteLast = (on: Pick<Deps, 'db'>, ...names: string[]) =>
    handOverLast(
      on.db,
      names.map((name) => sql`INSERT INTO installation (name, value) VALUES (${name}, '')`),
    );

  test('what is handed over as the last goes before what is asked next, or with what is told', async () => {
    const stored = await eventsStored();
    await deps.transact(async (inner) => {
      noteLast(inner, 'one', 'two');
      const [seen] = await rowsOf<{ count: number }>(
        inner.db,
        sql`SELECT count(*) AS count FROM installation WHERE value = ''`,
      );
      expect(seen).toEqual({ count: 2 });
      noteLast(inner, 'three');
      noteLast(inner, 'four', 'five');
      inner.emit(areas.topic('1'), { type: 'told' });
    });
    await deps.transact(async (inner) => noteLast(inner, 'six', 'seven'));
    expect(await notes()).toEqual(['five', 'four', 'one', 'seven', 'six', 'three', 'two']);
    expect(await eventsStored()).toBe(stored + 1);
  });

  test('rows that are handed over for the same statement go as one, in their order, and each key once', async () => {
    const sent: string[] = [];
    const noting = (rows: readonly { name: string; value: string }[]) => {
      sent.push(rows.map(({ name }) => name).join(' '));
      return sql`INSERT INTO installation (name, value)
        SELECT d.name, d.value FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS d(name text, value text)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
    };
    const gather = (on: Pick<Deps, 'db'>, name: string, value = '') =>
      gatherLast(on.db, noting, name, { name, value });
    await deps.transact(async (inner) => {
      gather(inner, 'one');
      gather(inner, 'two');
      await note(inner, 'asked');
      gather(inner, 'three');
      gather(inner, 'four');
      gather(inner, 'three', 'again');
      noteLast(inner, 'last');
      gather(inner, 'three');
      inner.emit(areas.topic('1'), { type: 'told' });
    });
    expect(sent).toEqual(['one two', 'three four', 'three', 'three']);
    expect(await notes()).toEqual(['asked', 'four', 'last', 'one', 'three', 'two']);
  });

  test('nothing is kept where the last of all fails, or where it is not come to', async () => {
    for (const tells of [true, false]) {
      const broken = deps.transact(async (inner) => {
        await note(inner, 'one');
        noteLast(inner, 'two', 'one');
        if (tells) inner.emit(areas.topic('1'), { type: 'told' });
      });
      await expect(broken).rejects.toMatchObject({ code: '23505' });
    }
    const left = deps.transact(async (inner) => {
      noteLast(inner, 'three');
      throw new Error('changed my mind');
    });
    await expect(left).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual([]);
    expect(await eventsStored()).toBe(0);
  });

  test('nothing is handed over to nobody', () => {
    expect(() => handOverNote(deps, 'one')).toThrow('Only a transaction');
    expect(() => noteLast(deps, 'one')).toThrow('Only a transaction');
  });

  test('inside another joins it', async () => {
    await deps.transact(async (inner) => {
      await note(inner, 'outer');
      await inner.transact((innermost) => note(innermost, 'nested'));
    });
    const failing = deps.transact(async (inner) => {
      await inner.transact((innermost) => note(innermost, 'nested and lost'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual(['nested', 'outer']);
  });

  test('refuses the outer connection inside, and gives it back afterwards', async () => {
    const strayed = deps.transact(async (inner) => {
      await note(inner, 'rolled back');
      await note(deps, 'strayed');
    });
    await expect(strayed).rejects.toMatchObject({
      cause: { message: expect.stringContaining('use the inner deps') },
    });
    const nested = deps.transact(() => deps.transact((inner) => note(inner, 'nested outside')));
    await expect(nested).rejects.toThrow('use the inner deps');
    await note(deps, 'afterwards');
    expect(await notes()).toEqual(['afterwards']);
  });
});

describe('events', () => {
  const event = { type: 'post_deleted', messageId: 'a-post', userId: 'somebody' } as const;

  function listen() {
    const heard: [string, unknown][] = [];
    const stop = deps.bus.subscribe(areas, (what, _id, topic) => heard.push([topic, what]));
    return { heard, stop };
  }

  test('are published once everything is committed, in their order', async () => {
    const { heard, stop } = listen();
    let ran = 0;
    await deps.transact(async (inner) => {
      inner.emit(areas.topic('1'), event);
      inner.afterCommit(() => {
        ran++;
      });
      await inner.transact(async (innermost) => innermost.emit(areas.topic('2'), event));
      expect(heard).toEqual([]);
      expect(ran).toBe(0);
    });
    stop();
    expect(heard).toEqual([
      ['area:1', event],
      ['area:2', event],
    ]);
    expect(ran).toBe(1);
    expect(await eventsStored()).toBe(2);
  });

  test('of a transaction that is rolled back are neither published nor stored', async () => {
    const { heard, stop } = listen();
    let ran = 0;
    const failing = deps.transact(async (inner) => {
      inner.emit(areas.topic('1'), event);
      inner.afterCommit(() => {
        ran++;
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    stop();
    expect(heard).toEqual([]);
    expect(ran).toBe(0);
    expect(await eventsStored()).toBe(0);
  });

  test('reach the other listeners when one of them fails', async () => {
    const stopFailing = deps.bus.subscribe(areas, () => {
      throw new Error('a listener of no use');
    });
    const { heard, stop } = listen();
    await deps.transact(async (inner) => inner.emit(areas.topic('1'), event));
    stopFailing();
    stop();
    expect(heard).toHaveLength(1);
  });
});
