// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { stored, writeStored } from '#platform/storage.ts';
import type { OwnMessage } from './replica/own.ts';
import { forgetMessage, isKept, keepMessage, keptMessages } from './waiting-messages.ts';

const me = { id: 'mika', email: null, name: 'Mika', avatarUrl: null, gender: null, verified: true };
const message = (clientId: string, createdAt = '2026-11-21T12:00:00.000Z'): OwnMessage => ({
  clientId,
  userId: 'mika',
  receiverId: null,
  conversationId: 'c1',
  content: `text of ${clientId}`,
  type: 'TEXT',
  replyToId: null,
  replyTo: null,
  createdAt,
  preview: null,
  state: 'waiting',
});
const ids = () => keptMessages('mika').map(({ clientId }) => clientId);

describe('messages that wait, on this device', () => {
  beforeEach(() => {
    localStorage.clear();
    writeStored(stored.user, me as never);
  });

  it('come in the order in which they were written, as they were', () => {
    keepMessage(message('z'));
    keepMessage(message('a'));
    keepMessage(message('early', '2026-11-20T12:00:00.000Z'));
    expect(ids()).toEqual(['early', 'z', 'a']);
    expect(keptMessages('mika')[1]).toEqual(message('z'));
  });

  it('lie there in the shape that earlier versions write and read', () => {
    const { replyTo: _r, preview: _p, state: _s, ...lasting } = message('one');
    keepMessage({ ...message('one'), preview: { url: 'blob:1', width: 4, height: 3 } });
    const key = 'dazi.words.waiting.one.mika';
    expect(JSON.parse(localStorage.getItem(key)!)).toEqual({ ...lasting, place: expect.any(Number) });
    localStorage.setItem(key, JSON.stringify({ ...lasting, place: 0 }));
    expect(keptMessages('mika')).toEqual([message('one')]);
  });

  it('are taken away one by one, whatever other tabs do with theirs', () => {
    for (const id of ['one', 'two', 'three']) keepMessage(message(id));
    // As another tab sees them before and after.
    const before = ids();
    forgetMessage('mika', 'two');
    keepMessage(message('four'));
    expect(before).toEqual(['one', 'two', 'three']);
    expect(ids()).toEqual(['one', 'three', 'four']);
    expect([isKept('mika', 'two'), isKept('mika', 'three')]).toEqual([false, true]);
  });

  it('are those of the person who is signed in, and nothing that was spoilt', () => {
    keepMessage({ ...message('other'), userId: 'theo' });
    keepMessage(message('mine'));
    localStorage.setItem('dazi.words.waiting.spoilt.mika', '{"clientId":"spoilt"}');
    localStorage.setItem('dazi.words.waiting.broken.mika', '{');
    expect(ids()).toEqual(['mine']);
    expect(keptMessages('theo')).toEqual([]);
  });
});
