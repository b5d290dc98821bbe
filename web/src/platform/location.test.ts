import { describe, expect, it, vi } from 'vitest';
import { awaitedFor_ms, DeviceLocation, geolocationOptions, positionGap } from '#platform/location.ts';

function device(permission: PermissionState | null = 'prompt', secure = true) {
  let moved: PositionCallback = () => {};
  let failed: PositionErrorCallback = () => {};
  const geolocation = {
    watchPosition: vi.fn((success: PositionCallback, error?: PositionErrorCallback | null) => {
      moved = success;
      failed = error ?? failed;
      return 1;
    }),
    clearWatch: vi.fn(),
  };
  const location = new DeviceLocation({
    geolocation,
    permission: async () => permission,
    isSecure: () => secure,
  });
  return {
    location,
    geolocation,
    at: (latitude: number, longitude: number, accuracy = 40) =>
      moved({ coords: { latitude, longitude, accuracy } } as GeolocationPosition),
    fail: (code: number) =>
      failed({ code, PERMISSION_DENIED: 1, message: '' } as unknown as GeolocationPositionError),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('where the device is', () => {
  it('does not ask by itself', async () => {
    const { location, geolocation } = device('prompt');
    location.subscribe(() => {});
    await settle();
    expect(geolocation.watchPosition).not.toHaveBeenCalled();
    expect(location.snapshot()).toMatchObject({ position: null, status: 'unknown' });
  });

  it('starts silently where permission was given before', async () => {
    const { location, geolocation } = device('granted');
    location.subscribe(() => {});
    await settle();
    expect(geolocation.watchPosition).toHaveBeenCalledOnce();
    expect(location.snapshot().status).toBe('unknown');
  });

  it('is awaited until the device says it, as long as nobody has to be asked', async () => {
    const granted = device('granted');
    granted.location.subscribe(() => {});
    await settle();
    expect(granted.location.snapshot().isAwaited).toBe(true);
    granted.at(48.2, 16.37);
    expect(granted.location.snapshot().isAwaited).toBe(false);

    const failing = device('granted');
    failing.location.subscribe(() => {});
    await settle();
    failing.fail(2);
    expect(failing.location.snapshot().isAwaited).toBe(false);

    for (const permission of ['prompt', 'denied', null] as const) {
      const { location } = device(permission);
      location.subscribe(() => {});
      await settle();
      expect(location.snapshot().isAwaited).toBe(false);
    }
  });

  it('is awaited for a moment only', () => {
    vi.useFakeTimers();
    const { location } = device('granted');
    const listener = vi.fn();
    location.subscribe(listener);
    vi.advanceTimersByTime(awaitedFor_ms);
    expect(listener).toHaveBeenCalledOnce();
    expect(location.snapshot()).toMatchObject({ isAwaited: false, status: 'unknown' });
    vi.useRealTimers();
  });

  it('asks with the stated options and answers the request', async () => {
    const { location, geolocation, at } = device();
    const asked = location.request();
    expect(location.snapshot().status).toBe('asking');
    expect(geolocation.watchPosition.mock.calls[0]?.[2 as never]).toEqual(geolocationOptions);
    expect(geolocationOptions).toEqual({ enableHighAccuracy: false, timeout: 10_000, maximumAge: 30_000 });
    at(48.2, 16.37);
    expect(await asked).toEqual({ latitude: 48.2, longitude: 16.37 });
    expect(location.snapshot().status).toBe('detected');
  });

  it('follows moves of more than 150 m only', async () => {
    const { location, at } = device();
    void location.request();
    at(48.2, 16.37);
    const listener = vi.fn();
    location.subscribe(listener);
    at(48.2013, 16.37);
    expect(listener).not.toHaveBeenCalled();
    at(48.2014, 16.37);
    expect(location.snapshot().position).toEqual({ latitude: 48.2014, longitude: 16.37 });
  });

  it.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'unavailable'],
  ])('takes error %i for %s: no position, and the next request asks again', async (code, status) => {
    const { location, geolocation, fail, at } = device();
    const asked = location.request();
    fail(code);
    expect(await asked).toBeNull();
    expect(location.snapshot()).toMatchObject({ position: null, status });
    const again = location.request();
    expect(geolocation.watchPosition).toHaveBeenCalledTimes(2);
    at(1, 2);
    expect(await again).toEqual({ latitude: 1, longitude: 2 });
  });

  it('knows better how exact a position is without moving it', async () => {
    const { location, at } = device();
    void location.request();
    at(48.2, 16.37, 1500);
    const { position } = location.snapshot();
    const heard = vi.fn();
    location.subscribe(heard);
    at(48.2009, 16.37, 20);
    const { accuracy_metres } = location.snapshot();
    expect(accuracy_metres).toBeGreaterThan(119);
    expect(accuracy_metres).toBeLessThan(121);
    expect(location.snapshot().position).toBe(position);
    // What is hardly better, or worse, is not told.
    at(48.2009, 16.37, 15);
    at(48.2, 16.37, 1500);
    expect(location.snapshot()).toMatchObject({ position, accuracy_metres });
    expect(heard).toHaveBeenCalledOnce();
    at(48.3, 16.37, 1500);
    expect(location.snapshot()).toMatchObject({ position: { latitude: 48.3 }, accuracy_metres: 1500 });
  });

  it('keeps a detected position through a bad moment', async () => {
    const { location, at, fail } = device();
    void location.request();
    at(48.2, 16.37);
    fail(3);
    expect(location.snapshot()).toMatchObject({ position: { latitude: 48.2 }, status: 'detected' });
    fail(1);
    expect(location.snapshot()).toMatchObject({ position: null, status: 'denied' });
  });

  it.each([2, 3])('goes on following the device after a bad moment: error %i', async (code) => {
    const { location, geolocation, at, fail } = device();
    void location.request();
    at(48.2, 16.37);
    fail(code);
    expect(geolocation.clearWatch).not.toHaveBeenCalled();
    at(48.3, 16.37);
    expect(await location.request()).toEqual({ latitude: 48.3, longitude: 16.37 });
    fail(1);
    expect(geolocation.clearWatch).toHaveBeenCalledOnce();
  });

  it('answers null where the browser knows no positions', async () => {
    const location = new DeviceLocation({
      geolocation: undefined,
      permission: async () => null,
      isSecure: () => true,
    });
    expect(await location.request()).toBeNull();
    expect(location.snapshot().status).toBe('unavailable');
  });

  it('says when browsers keep it because the page came by plain http, which is nobody’s refusal', async () => {
    const { location, fail } = device('prompt', false);
    const asked = location.request();
    fail(1);
    expect(await asked).toBeNull();
    expect(location.snapshot()).toMatchObject({ position: null, status: 'insecure' });
    expect(positionGap(location.snapshot().status)).toBe('insecure');
  });
});
