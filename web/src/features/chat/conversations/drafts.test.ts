// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetMemories, forgetStored } from '#platform/storage.ts';
import { draftOf, keepDraft, restoreToDraft } from './drafts.ts';

const key = 'dazi.words.drafts.mika';

describe('drafts of messages', () => {
  beforeEach(() => {
    forgetMemories();
    localStorage.clear();
    localStorage.setItem(
      'dazi.user',
      JSON.stringify({ id: 'mika', name: 'Mika', email: null, avatarUrl: null }),
    );
  });

  it('have the stated fields and what was written, one of each conversation and person (PRIV-011, PRIV-012, PRIV-045)', () => {
    keepDraft('c1', 'mika', 'Half a');
    keepDraft('c1', 'mika', 'Half a thought');
    keepDraft('c2', 'mika', 'Another');
    const kept = JSON.parse(localStorage.getItem(key)!);
    expect(kept).toHaveLength(2);
    expect(kept[0]).toEqual({
      id: 'c1:mika',
      conversationId: 'c1',
      userId: 'mika',
      content: 'Half a thought',
      lastSavedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    keepDraft('c1', 'mika', '');
    keepDraft('c2', 'mika', '');
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('take back what was refused, before what was written since', () => {
    keepDraft('c1', 'mika', 'since');
    restoreToDraft('c1', 'mika', 'refused');
    expect(draftOf('c1', 'mika')).toBe('refused\nsince');
  });

  it('take back several in the order in which they were written, also when something was written since', () => {
    const at = (minute: number) => `2026-11-21T12:0${minute}:00.000Z`;
    restoreToDraft('c1', 'mika', 'one', at(1));
    restoreToDraft('c1', 'mika', 'three', at(3));
    restoreToDraft('c1', 'mika', 'two', at(2));
    expect(draftOf('c1', 'mika')).toBe('one\ntwo\nthree');
    keepDraft('c1', 'mika', 'one\ntwo\nthree\nsince');
    restoreToDraft('c1', 'mika', 'four', at(4));
    expect(draftOf('c1', 'mika')).toBe('one\ntwo\nthree\nfour\nsince');
    // What came back was changed: now it is what was written since.
    keepDraft('c1', 'mika', 'one, two');
    restoreToDraft('c1', 'mika', 'five', at(5));
    expect(draftOf('c1', 'mika')).toBe('five\none, two');
  });

  it('keep what another tab wrote into another conversation', () => {
    keepDraft('c1', 'mika', 'here');
    const there = { id: 'c9:mika', conversationId: 'c9', userId: 'mika', content: 'there', lastSavedAt: 'x' };
    localStorage.setItem(key, JSON.stringify([...JSON.parse(localStorage.getItem(key)!), there]));
    keepDraft('c1', 'mika', 'here too');
    expect(localStorage.getItem(key)).toContain('there');
  });

  it('go with the person, from storage and from memory', () => {
    keepDraft('c1', 'mika', 'secret');
    forgetStored();
    expect(localStorage.length).toBe(0);
    expect(draftOf('c1', 'mika')).toBe('secret');
    forgetMemories();
    expect(draftOf('c1', 'mika')).toBe('');
    keepDraft('c1', 'mika', 'too late');
    expect(localStorage.length).toBe(0);
  });
});
