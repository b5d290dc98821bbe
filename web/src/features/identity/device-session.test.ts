// @vitest-environment happy-dom
import { sessionLifetime_ms } from '@dazi/contract/identity/identity.rules';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearDeviceSession,
  endDeviceSession,
  keepCurrentProfile,
  keepDeviceSession,
  readDeviceSession,
} from '#features/identity/device-session.ts';
import { readStored, stored, writePersonal } from '#platform/storage.ts';

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

  it('begins at the sign-in and ends 24 hours later (AUTH-019)', () => {
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

  it('lasts as long as the server says where somebody asked to stay, and no longer than usual once they do not', () => {
    const day_ms = 24 * 60 * 60 * 1000;
    keepDeviceSession(user, start, start + 30 * day_ms);
    expect(readDeviceSession(start + 30 * day_ms - 1)).toMatchObject({ state: 'kept', since: start });
    expect(readDeviceSession(start + 30 * day_ms).state).toBe('spoiled');
    keepDeviceSession(user, start + day_ms, start + 31 * day_ms);
    expect(readDeviceSession(start + 31 * day_ms - 1)).toMatchObject({ until: start + 31 * day_ms });
    keepDeviceSession(user, start + 2000);
    expect(readDeviceSession(start + day_ms - 1).state).toBe('kept');
    expect(readDeviceSession(start + day_ms).state).toBe('spoiled');
    keepDeviceSession(user, start, start + 30 * day_ms);
    keepDeviceSession({ ...user, id: 'u2' }, start);
    expect(readDeviceSession(start + day_ms).state).toBe('spoiled');
  });

  it('begins its 24 hours anew where somebody stayed for longer and does not want to any more', () => {
    const day_ms = 24 * 60 * 60 * 1000;
    keepDeviceSession(user, start, start + 30 * day_ms);
    const later = start + 9 * day_ms;
    keepDeviceSession(user, later, null);
    keepDeviceSession(user, later + 5000, null);
    // For other tabs it is the session in which they write.
    expect(readDeviceSession(later + day_ms - 1)).toMatchObject({ state: 'kept', since: start });
    expect(readDeviceSession(later + day_ms).state).toBe('spoiled');
  });

  it('takes the draft of a post with it, and leaves nobody that of another', () => {
    const draft = { content: 'Half a thought', lifetime: 'never' };
    const [mine, others] = [stored.postDraft(user.id), stored.postDraft('u2')];
    keepDeviceSession(user, start);
    writePersonal(user.id, mine, draft);
    keepDeviceSession(user, start + 1000);
    expect(readStored(mine)).toEqual(draft);
    keepDeviceSession({ ...user, id: 'u2' }, start);
    expect(readStored(mine)).toBeNull();
    writePersonal('u2', others, draft);
    expect(readStored(others)).toEqual(draft);
    clearDeviceSession();
    expect(readStored(others)).toBeNull();
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
    ['dazi.keptUntil', '"tomorrow"'],
  ])('is spoiled by %s = %s', (key, text) => {
    keepDeviceSession(user, start);
    localStorage.setItem(key, text);
    expect(readDeviceSession(start).state).toBe('spoiled');
  });

  it('leaves what its person began where it ended by itself, for them alone', () => {
    const key = 'dazi.words.drafts.u1';
    keepDeviceSession(user, start);
    localStorage.setItem(key, 'Half a thought');
    endDeviceSession();
    expect(Object.keys(localStorage)).toEqual([key]);
    keepDeviceSession(user, start);
    expect(localStorage.getItem(key)).toBe('Half a thought');
    endDeviceSession();
    keepDeviceSession({ ...user, id: 'u2' }, start);
    expect(localStorage.getItem(key)).toBeNull();
    keepDeviceSession(user, start);
    localStorage.setItem(key, 'Half a thought');
    clearDeviceSession();
    expect(localStorage.length).toBe(0);
  });

  it('leaves nothing behind', () => {
    keepDeviceSession(user, start);
    clearDeviceSession();
    expect(localStorage.length).toBe(0);
    expect(readDeviceSession(start).state).toBe('none');
  });

  it('leaves the part of town on the map, not where the person stood', () => {
    keepDeviceSession(user, start);
    localStorage.setItem('mapCenter', '{"latitude":37.76990000000001,"longitude":-122.4468}');
    clearDeviceSession();
    expect(JSON.parse(localStorage.getItem('mapCenter')!)).toEqual({ latitude: 37.77, longitude: -122.45 });
  });

  it('leaves the map of a visitor where it is', () => {
    const left = '{"latitude":37.76990000000001,"longitude":-122.4468}';
    localStorage.setItem('mapCenter', left);
    clearDeviceSession();
    expect(localStorage.getItem('mapCenter')).toBe(left);
    localStorage.setItem(stored.user.key, 'spoiled');
    clearDeviceSession();
    expect(localStorage.getItem('mapCenter')).not.toBe(left);
  });

  it('leaves the device as it was, and nothing of the person, whatever its name', () => {
    const ofDevice = {
      mapCenter: '{"latitude":37,"longitude":-122}',
      mapZoomLevel: '12',
      'dazi.language': 'ja',
      'dazi.theme': 'dark',
      'dazi.shortcuts': 'off',
    };
    for (const leave of [clearDeviceSession, () => keepDeviceSession({ ...user, id: 'u2' }, start + 1000)]) {
      localStorage.clear();
      keepDeviceSession(user, start);
      for (const [key, text] of Object.entries(ofDevice)) localStorage.setItem(key, text);
      localStorage.setItem('dazi.private.u1', '{"items":[],"messages":[]}');
      localStorage.setItem('of a feature to come', 'u1');
      writePersonal('u1', stored.introduced('u1'), 'yes');
      leave();
      const left = Object.keys(localStorage).filter((key) => !(key in ofDevice));
      expect(left.map((key) => localStorage.getItem(key)).join()).not.toContain('u1');
      expect(left.filter((key) => !['dazi.user', 'dazi.authTimestamp'].includes(key))).toEqual([]);
      for (const [key, text] of Object.entries(ofDevice)) expect(localStorage.getItem(key)).toBe(text);
    }
  });

  it('takes nothing more of somebody who has left, also from another tab', () => {
    keepDeviceSession(user, start);
    clearDeviceSession();
    writePersonal('u1', stored.introduced('u1'), 'yes');
    expect(localStorage.length).toBe(0);
    keepDeviceSession({ ...user, id: 'u2' }, start);
    writePersonal('u1', stored.introduced('u1'), 'yes');
    expect(readStored(stored.introduced('u1'))).toBeNull();
  });
});
