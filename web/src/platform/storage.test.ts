// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isCorrupt, readStored, stored, writeStored } from '#platform/storage.ts';

const user = {
  id: 'u1',
  email: 'mika@example.org',
  name: 'Mika',
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: null,
};

describe('storage on the device', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});

  beforeEach(() => {
    localStorage.clear();
    warned.mockClear();
  });

  it('gives back what was kept, and nothing after null', () => {
    writeStored(stored.user, user);
    expect(readStored(stored.user)).toEqual(user);
    writeStored(stored.user, null);
    expect(localStorage.getItem('dazi.user')).toBeNull();
  });

  it('takes corrupt values for absent ones, and can tell them apart', () => {
    for (const text of ['{', 'null', '[]', '{"id":7}', '"text"']) {
      localStorage.setItem('dazi.user', text);
      expect(readStored(stored.user), text).toBeNull();
      expect(isCorrupt(stored.user), text).toBe(true);
    }
    localStorage.clear();
    expect(isCorrupt(stored.user)).toBe(false);
  });

  it('refuses positions off the globe and words it does not know', () => {
    localStorage.setItem('dazi.mapCenter', '{"latitude":99,"longitude":0}');
    localStorage.setItem('dazi.language', 'de');
    localStorage.setItem('dazi.theme', 'pink');
    expect(readStored(stored.mapCenter)).toBeNull();
    expect(readStored(stored.language)).toBeNull();
    expect(readStored(stored.theme)).toBeNull();
  });

  it('keeps the location privacy of each person apart', () => {
    writeStored(stored.locationPrivacy('u1'), { userId: 'u1', locationDisplay: 'exact' });
    expect(readStored(stored.locationPrivacy('u1'))?.locationDisplay).toBe('exact');
    expect(readStored(stored.locationPrivacy('u2'))).toBeNull();
  });

  it('only warns when storage is full or forbidden', () => {
    const refuse = (name: string) => () => {
      throw new DOMException('no', name);
    };
    vi.stubGlobal('localStorage', {
      setItem: refuse('QuotaExceededError'),
      getItem: refuse('SecurityError'),
    });
    expect(() => writeStored(stored.theme, 'dark')).not.toThrow();
    expect(readStored(stored.theme)).toBeNull();
    expect(warned).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});
