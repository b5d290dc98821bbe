import { describe, expect, it } from 'vitest';
import {
  clusterSize_px,
  groupCount,
  groupPins,
  groupSize_px,
  hasCounter,
  heldBy,
  indexPins,
  isSamePlace,
  isSinglePin,
  ringOf,
  shortCount,
} from '#map/clusters.ts';
import { viewIntoCounters, viewThatOpens, worldPixels } from '#map/geometry.ts';
import type { MapPin } from '#map/map-types.ts';

const WORLD = { west: -180, south: -85, east: 180, north: 85 };

function pin(id: string, latitude: number, longitude: number): MapPin {
  return { id, kind: 'post', latitude, longitude, label: id };
}

/** A town of pins without randomness. */
const town = Array.from({ length: 500 }, (_, index) =>
  pin(`post-${index}`, 37.77 + Math.sin(index * 12.9) * 0.03, -122.44 + Math.cos(index * 78.2) * 0.04),
);

describe('groupPins', () => {
  it.each([9, 11.4, 13, 15.7, 18])('loses no pin and lets none hide another at zoom %s', (zoom) => {
    const groups = groupPins(indexPins(town), WORLD, zoom);
    expect(groups.flatMap((group) => group.pins)).toHaveLength(town.length);
    for (const [index, group] of groups.entries()) {
      const at = worldPixels(group, zoom);
      for (const other of groups.slice(index + 1)) {
        const there = worldPixels(other, zoom);
        const distance = Math.hypot(at.x - there.x, at.y - there.y);
        expect(distance).toBeGreaterThanOrEqual((groupSize_px(group) + groupSize_px(other)) / 2);
      }
    }
  });

  it('finds pins on both sides of the date line', () => {
    const pins = [pin('fiji', -17, 179.9), pin('samoa', -14, -172)];
    const groups = groupPins(indexPins(pins), { west: 170, south: -30, east: -160, north: 0 }, 5);
    expect(groups.map((group) => group.pins[0]?.id).sort()).toEqual(['fiji', 'samoa']);
  });

  it('opens a cluster at the view that is meant to open it', () => {
    const [cluster] = groupPins(indexPins(town), WORLD, 9);
    const view = viewThatOpens(cluster!.pins, 600, 9);
    expect(view.zoom).toBeGreaterThan(9.9);
    expect(groupPins(indexPins([...cluster!.pins]), WORLD, view.zoom).length).toBeGreaterThan(1);
  });
});

describe('isSamePlace', () => {
  it('holds for pins that no zoom takes apart', () => {
    expect(isSamePlace([pin('a', 37.77, -122.44), pin('b', 37.77, -122.44)])).toBe(true);
    expect(isSamePlace([pin('a', 37.77, -122.44), pin('b', 37.78, -122.44)])).toBe(false);
    expect(isSamePlace([pin('a', 0, 179.99999), pin('b', 0, -179.99999)])).toBe(true);
  });
});

it('sizes and shortens counts', () => {
  expect([9, 10, 99, 100].map(clusterSize_px)).toEqual([44, 54, 54, 66]);
  expect([7, 999, 1_000, 1_249, 12_800].map(shortCount)).toEqual(['7', '999', '1k', '1.2k', '12k']);
});

describe('counters', () => {
  const counter = (id: string, count: number, latitude: number, longitude: number): MapPin => ({
    ...pin(id, latitude, longitude),
    count,
  });

  it('count as many as they stand for, and are no pins', () => {
    const [one] = groupPins(indexPins([counter('a', 1, 10, 10)]), WORLD, 3);
    expect(isSinglePin(one!)).toBe(false);
    expect(hasCounter(one!)).toBe(true);
    const far = groupPins(indexPins([counter('a', 120, 10, 10), counter('b', 3, 10, 11)]), WORLD, 3);
    expect(far.map(groupCount)).toEqual([123]);
    expect(groupSize_px(far[0]!)).toBe(66);
  });

  it('open a few steps nearer, not at the deepest zoom', () => {
    const [one] = groupPins(indexPins([counter('a', 40, 10, 10)]), WORLD, 3);
    expect(viewIntoCounters(one!, 600, 3.4).zoom).toBe(6);
  });
});

describe('a group of several kinds', () => {
  const both: MapPin[] = [
    { ...pin('post-a', 37, -122), count: 30 },
    pin('post-b', 37, -122),
    { ...pin('room-a', 37, -122), kind: 'room', memberCount: 12 },
  ];

  const withPlans: MapPin[] = [
    ...both,
    { ...pin('plan-a', 37, -122), kind: 'plan' },
    { ...pin('plans', 37, -122), kind: 'plan', count: 7 },
  ];

  it('says how many of each it holds', () => {
    expect(heldBy(both)).toEqual({ posts: 31, rooms: 1, plans: 0 });
    expect(heldBy(withPlans)).toEqual({ posts: 31, rooms: 1, plans: 8 });
  });

  it('shows the shares of posts, rooms and plans in its ring', () => {
    expect(ringOf(both)).toEqual({ posts: 31 / 32, rooms: 1 });
    expect(ringOf(both.slice(2))).toEqual({ posts: 0, rooms: 1 });
    expect(ringOf(withPlans)).toEqual({ posts: 31 / 40, rooms: 32 / 40 });
    expect(ringOf(withPlans.slice(3))).toEqual({ posts: 0, rooms: 0 });
  });

  it('leaves a diamond the room it takes', () => {
    const [alone] = groupPins(indexPins(withPlans.slice(3, 4)), WORLD, 12);
    expect(groupSize_px(alone!)).toBe(46);
  });
});
