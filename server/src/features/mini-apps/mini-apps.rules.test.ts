import { miniAppDefinitions } from '@dazi/contract/mini-apps/mini-apps';
import { describe, expect, test } from 'vitest';
import { cleaned, cleanedAnswers, participationsSeen, storableState } from './mini-apps.rules.ts';
import { appKind } from './registry.rules.ts';

test('the picker shows exactly the apps that the server knows (MINI-012, 013)', () => {
  for (const definition of miniAppDefinitions) {
    expect(appKind(definition.type)?.definition).toBe(definition);
    expect(['games', 'polls', 'tools', 'social']).toContain(definition.category);
    expect(definition.maxParticipants).toBeGreaterThan(1);
  }
  expect(new Set(miniAppDefinitions.map(({ type }) => type)).size).toBe(miniAppDefinitions.length);
  expect(new Set(miniAppDefinitions.map(({ category }) => category)).size).toBe(4);
  expect(appKind('karaoke')).toBeUndefined();
  expect(appKind('__proto__')).toBeUndefined();
});

describe('texts', () => {
  test('are cleaned of what misleads or cannot be stored', () => {
    expect(cleaned({ a: [' x\u202ey\u0007 '], n: 1, b: null })).toEqual({ a: ['x y'], n: 1, b: null });
    expect(cleanedAnswers(['\ud83d', 1, ['\u202e']])).toEqual(['\ufffd', 1, ['\u202e']]);
  });

  test('a state keeps its form, up to a depth', () => {
    const state = { list: [1, { text: '\ud83dx' }], none: null };
    expect(storableState(state)).toEqual({ list: [1, { text: '\ufffdx' }], none: null });
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(storableState(nested(32))).toBeDefined();
    expect(storableState(nested(33))).toBeUndefined();
    expect(storableState(nested(5000))).toBeUndefined();
  });
});

test('of others is shown what the app shows, of oneself everything', () => {
  const at = new Date(0);
  const row = (userId: string) => ({
    userId,
    name: userId,
    avatarUrl: null,
    answers: [userId],
    createdAt: at,
    updatedAt: at,
  });
  const seen = (sees: 'answers' | 'people' | 'nothing') =>
    participationsSeen([row('me'), row('you')], 'me', 'c', sees).map(
      ({ userId, data }) => `${userId} ${data?.answers ?? 'hidden'}`,
    );
  expect(seen('answers')).toEqual(['me me', 'you you']);
  expect(seen('people')).toEqual(['me me', 'you hidden']);
  expect(seen('nothing')).toEqual(['me me']);
});
