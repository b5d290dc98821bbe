// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { type Gone, goneIn, goneLimits, goneOnDevice, keepGone, withGone } from './gone.ts';

const none: Gone = new Map();
const changed = (sequence: number, change: number) => ({ changed: new Map([[sequence, change]]) });

describe('what is gone', () => {
  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem('dazi.user', '{"id":"mika","name":"Mika","email":null,"avatarUrl":null}');
  });

  it('only grows, and is the same when it is told again', () => {
    const gone = withGone(withGone(none, 'c1', changed(3, 7)), 'c1', { upTo: 2 });
    expect(withGone(gone, 'c1', changed(3, 6))).toBe(gone);
    expect(withGone(gone, 'c1', { upTo: 1 })).toBe(gone);
    expect(goneIn(gone, 'c1')).toEqual({ upTo: 2, before: 0, changed: new Map([[3, 7]]) });
    expect(goneIn(withGone(gone, 'c1', { upTo: 3 }), 'c1').changed.size).toBe(0);
  });

  it('is bounded: of the oldest changes nothing from before them is kept', () => {
    let gone = none;
    for (let each = 1; each <= 60; each++) gone = withGone(gone, 'c1', changed(each, each));
    expect(goneIn(gone, 'c1').changed.size).toBe(goneLimits.changes);
    expect(goneIn(gone, 'c1').before).toBe(10);
    for (let each = 0; each < 600; each++) gone = withGone(gone, `c${each + 2}`, { upTo: 1 });
    expect(gone.size).toBe(goneLimits.conversations);
    expect(gone.has('c1')).toBe(false);
  });

  it('is told to every tab, in numbers, of whoever is signed in', () => {
    keepGone('mika', withGone(none, 'c1', changed(3, 7)));
    const all = keepGone('mika', withGone(none, 'c1', { upTo: 2 }));
    expect(goneOnDevice('mika')).toEqual(all);
    expect(goneIn(all, 'c1')).toEqual({ upTo: 2, before: 0, changed: new Map([[3, 7]]) });
    keepGone('nora', all);
    expect(goneOnDevice('nora').size).toBe(0);
    localStorage.setItem('dazi.gone.mika', '{"c1":{"upTo":"2"}}');
    expect(goneOnDevice('mika').size).toBe(0);
  });
});
