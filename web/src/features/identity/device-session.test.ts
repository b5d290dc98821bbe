import { sessionLifetime_ms } from '@dazi/contract/identity';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearDeviceSession,
  keepCurrentProfile,
  keepDeviceSession,
  readDeviceSession,
} from '#features/identity/device-session.ts';
import { readStored, stored, writeStored } from '#platform/storage.ts';

const user = {
  id: 'u1',
  email: null,
  name: 'Mika',
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: null,
};
const start = 1_000_000;

describe('the session kept on the device', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  beforeEach(() => localStorage.clear());

  it('begins at the sign-in and ends 24 hours later', () => {
    keepDeviceSession(user, start);
    keepDeviceSession({ ...user, name: 'Mika H' }, start + 5000);
    expect(readDeviceSession(start + 6000)).toMatchObject({
      state: 'kept',
      since: start,
      user: { name: 'Mika H' },
    });
    expect(readDeviceSession(start + sessionLifetime_ms - 1).state).toBe('kept');
    expect(readDeviceSession(start + sessionLifetime_ms).state).toBe('spoiled');
  });

  it('takes the draft of a post with it, and leaves nobody that of another', () => {
    const draft = { userId: user.id, content: 'Half a thought', lifetime: 'never' };
    writeStored(stored.postDraft, draft);
    keepDeviceSession(user, start);
    expect(readStored(stored.postDraft)).toEqual(draft);
    keepDeviceSession({ ...user, id: 'u2' }, start);
    expect(readStored(stored.postDraft)).toBeNull();
    writeStored(stored.postDraft, { ...draft, userId: 'u2' });
    clearDeviceSession();
    expect(readStored(stored.postDraft)).toBeNull();
  });

  it('begins anew for another person', () => {
    keepDeviceSession(user, start);
    keepDeviceSession({ ...user, id: 'u2' }, start + 5000);
    expect(readDeviceSession(start + 5000)).toMatchObject({ since: start + 5000 });
  });

  it('carries the picture and the profile of its person (AUTH-006, AUTH-007)', () => {
    const currentProfile = { displayName: 'Mika', bio: 'Maps', age: 29, gender: 'F' as const };
    keepDeviceSession({ ...user, avatarUrl: '/api/media/a' }, start);
    keepCurrentProfile('u1', { ...currentProfile, interests: [] } as typeof currentProfile);
    keepCurrentProfile('u2', { ...currentProfile, bio: 'Somebody else' });
    keepDeviceSession({ ...user, avatarUrl: '/api/media/b' }, start);
    expect(readDeviceSession(start)).toMatchObject({
      user: { currentAvatar: '/api/media/b', currentProfile },
    });
    expect(JSON.parse(localStorage.getItem('dazi.user')!).currentProfile).toEqual(currentProfile);
    keepDeviceSession({ ...user, id: 'u2' }, start);
    expect(readDeviceSession(start)).not.toHaveProperty('user.currentProfile');
  });

  it.each([
    ['dazi.user', 'not json'],
    ['dazi.user', '{"id":1}'],
    ['dazi.authTimestamp', '"yesterday"'],
  ])('is spoiled by %s = %s', (key, text) => {
    keepDeviceSession(user, start);
    localStorage.setItem(key, text);
    expect(readDeviceSession(start).state).toBe('spoiled');
  });

  it('leaves nothing behind', () => {
    keepDeviceSession(user, start);
    clearDeviceSession();
    expect(localStorage.length).toBe(0);
    expect(readDeviceSession(start).state).toBe('none');
  });

  it('keeps what is begun in messages for one person, until the session ends', () => {
    const waiting = {
      clientId: 'device-1',
      userId: user.id,
      conversationId: 'c1',
      content: 'hello',
      type: 'TEXT',
      replyToId: null,
      createdAt: user.createdAt,
    } as const;
    keepDeviceSession(user, start);
    writeStored(stored.waitingMessages, [waiting]);
    keepDeviceSession(user, start + 1000);
    expect(readStored(stored.waitingMessages)).toEqual([waiting]);
    keepDeviceSession({ ...user, id: 'u2' }, start + 2000);
    expect(readStored(stored.waitingMessages)).toBeNull();
    writeStored(stored.messageDrafts, [
      { id: 'c1:u2', conversationId: 'c1', userId: 'u2', content: 'h', lastSavedAt: user.createdAt },
    ]);
    clearDeviceSession();
    expect(readStored(stored.messageDrafts)).toBeNull();
  });
});
