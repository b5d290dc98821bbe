import type { OnlineUser } from '@dazi/contract/chat/presence';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { keptNews, NearbyService, nearbyTimes, wasHereRecently } from './nearby-service.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const now = Date.parse('2026-11-21T12:00:00.000Z');

const person = (userId: string, parts: Partial<OnlineUser> = {}): OnlineUser => ({
  userId,
  userName: userId,
  avatarUrl: null,
  isOnline: true,
  lastSeen: new Date(now).toISOString(),
  location: { latitude: 59.33, longitude: 18.07 },
  distanceKm: 1.2,
  ...parts,
});

describe('who is online around', () => {
  let timers: { delay_ms: number; action: () => void }[];
  let asked: number[];
  let answer: () => Promise<readonly OnlineUser[]>;
  let isLookedAt: boolean;
  let service: NearbyService;
  const run = async () => {
    timers.shift()?.action();
    await settle();
  };

  beforeEach(() => {
    timers = [];
    asked = [];
    isLookedAt = true;
    answer = async () => [person('theo')];
    service = new NearbyService({
      ask: (radius) => {
        asked.push(radius);
        return answer();
      },
      after(delay_ms, action) {
        const timer = { delay_ms, action };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      isLookedAt: () => isLookedAt,
    });
  });

  it('goes through its states, connects after 1 s and asks for 5 km (RT-003, RT-004, RT-016)', async () => {
    expect(service.snapshot().state).toBe('disconnected');
    service.connect();
    service.connect();
    expect(service.snapshot().state).toBe('connecting');
    expect(timers.map(({ delay_ms }) => delay_ms)).toEqual([1000]);
    await run();
    expect(asked).toEqual([5]);
    expect(onlineLimits.radius_km).toBe(5);
    expect(service.snapshot()).toMatchObject({ state: 'connected', people: [{ userId: 'theo' }] });
    service.disconnect();
    expect(service.snapshot()).toEqual({ state: 'disconnected', people: null, news: [] });
    expect(timers).toEqual([]);
  });

  it('asks again every 30 s, also after a failure, but not while nobody looks (RT-002)', async () => {
    service.connect();
    await run();
    expect(timers.map(({ delay_ms }) => delay_ms)).toEqual([30_000]);
    answer = () => Promise.reject(new Error('no network'));
    await run();
    expect(service.snapshot()).toMatchObject({ state: 'error', people: [{ userId: 'theo' }] });
    answer = async () => [person('rosa')];
    await run();
    expect(service.snapshot()).toMatchObject({ state: 'connected', people: [{ userId: 'rosa' }] });
    isLookedAt = false;
    await run();
    expect(asked).toHaveLength(3);
    expect(timers.map(({ delay_ms }) => delay_ms)).toEqual([30_000]);
  });

  it('asked again before an answer came, it goes on once', async () => {
    service.connect();
    await run();
    const answers: ((people: readonly OnlineUser[]) => void)[] = [];
    answer = () => new Promise((resolve) => answers.push(resolve));
    for (const _ of [1, 2, 3]) service.refresh();
    for (const [index, come] of answers.entries()) come([person(`p${index}`)]);
    await settle();
    expect(timers.map(({ delay_ms }) => delay_ms)).toEqual([30_000]);
    expect(service.snapshot().people).toEqual([person('p2')]);
  });

  it('tells who came and who left, and nothing twice', async () => {
    service.connect();
    await run();
    expect(service.snapshot().news).toEqual([]);
    answer = async () => [person('rosa'), person('theo', { isOnline: false })];
    await run();
    const told = service.snapshot().news.map(({ kind, person: { userId } }) => `${userId} ${kind}`);
    expect(told).toEqual(['rosa came', 'theo left']);
    service.toldNews();
    await run();
    expect(service.snapshot().news).toEqual([]);
  });

  it('keeps 99 news and the newest (RT-005)', async () => {
    service.connect();
    await run();
    answer = async () => Array.from({ length: 150 }, (_, index) => person(`p${index}`));
    await run();
    const { news } = service.snapshot();
    expect(keptNews).toBe(99);
    expect(news).toHaveLength(100);
    expect(news.at(-1)).toMatchObject({ kind: 'left', person: { userId: 'theo' } });
  });

  it('knows people by the stated fields, and who was here within the hour (RT-001, RT-006)', () => {
    expect(Object.keys(person('theo'))).toEqual(
      expect.arrayContaining(['userId', 'userName', 'isOnline', 'lastSeen', 'location']),
    );
    const seen = (ago_ms: number) =>
      person('theo', { isOnline: false, lastSeen: new Date(now - ago_ms).toISOString() });
    expect(nearbyTimes.recent_ms).toBe(3_600_000);
    expect(wasHereRecently(seen(nearbyTimes.recent_ms - 1), now)).toBe(true);
    expect(wasHereRecently(seen(nearbyTimes.recent_ms), now)).toBe(false);
    expect(wasHereRecently(person('theo'), now)).toBe(false);
    expect(wasHereRecently(person('theo', { isOnline: false, lastSeen: null }), now)).toBe(false);
  });

  it('takes no answer that comes after it was left', async () => {
    let later: (people: readonly OnlineUser[]) => void = () => {};
    answer = () =>
      new Promise((resolve) => {
        later = resolve;
      });
    service.connect();
    await run();
    service.disconnect();
    later([person('theo')]);
    await settle();
    expect(service.snapshot().people).toBeNull();
    expect(timers).toEqual([]);
  });
});
