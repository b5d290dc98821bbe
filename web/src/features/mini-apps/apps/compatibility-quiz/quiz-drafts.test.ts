// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetMemories, type KeptUser, stored, writeStored } from '#platform/storage.ts';
import { draftOf, keepDraft } from './quiz-drafts.ts';

const user = { id: 'mika', name: 'Mika', email: null, avatarUrl: null } as KeptUser;

beforeEach(() => {
  localStorage.clear();
  forgetMemories();
  writeStored(stored.user, user);
});

describe('answers that were not handed in', () => {
  it('are there again after a reload, each quiz for itself, for whoever gave them', () => {
    keepDraft('mika', 'first', ['A', null]);
    keepDraft('mika', 'second', [null, 'B']);
    forgetMemories();
    expect(draftOf('mika', 'first')).toEqual(['A', null]);
    expect(draftOf('mika', 'second')).toEqual([null, 'B']);
    expect(draftOf('noor', 'first')).toBeUndefined();
  });

  it('go when they were handed in, and the oldest when there are too many', () => {
    for (let n = 0; n < 25; n++) keepDraft('mika', `quiz ${n}`, ['A']);
    expect(draftOf('mika', 'quiz 4')).toBeUndefined();
    expect(draftOf('mika', 'quiz 5')).toEqual(['A']);
    keepDraft('mika', 'quiz 5', null);
    expect(draftOf('mika', 'quiz 5')).toBeUndefined();
    expect(draftOf('mika', 'quiz 24')).toEqual(['A']);
  });

  it('that cannot be understood are none', () => {
    localStorage.setItem('dazi.quizAnswers.mika', '{"first":[3]}');
    expect(draftOf('mika', 'first')).toBeUndefined();
  });
});
