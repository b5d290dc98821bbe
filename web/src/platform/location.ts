import type { Position } from '@dazi/contract/places/places';
import { distanceKm, fallbackPosition } from '@dazi/contract/places/places.rules';
import { useSyncExternalStore } from 'react';
import { isSecure } from '#platform/secure-context.ts';

export const geolocationOptions = {
  enableHighAccuracy: false,
  timeout: 10_000,
  maximumAge: 30_000,
} as const satisfies PositionOptions;

/** Smaller moves do not change the position. */
const movementThresholdKm = 0.15;

/** A device that takes longer to know where it is holds nothing up. */
export const awaitedFor_ms = 1000;

/** `insecure`: browsers tell no page that came by plain http. */
export type PositionStatus = 'unknown' | 'asking' | 'detected' | 'denied' | 'insecure' | 'unavailable';

type Failure = Extract<PositionStatus, 'denied' | 'insecure' | 'unavailable'>;

export interface PositionState {
  /** Null until the device has told us where it is. */
  readonly position: Position | null;
  /** Radius in metres within which the device really is. */
  readonly accuracy_metres: number | null;
  readonly status: PositionStatus;
  /** It may become known at once, without anybody being asked: what is about it better waits. */
  readonly isAwaited: boolean;
}

export interface LocationSources {
  geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined;
  permission(): Promise<PermissionState | null>;
  isSecure(): boolean;
}

/** Where this device is. Asks the person only in `request`. */
export class DeviceLocation {
  #state: PositionState = { position: null, accuracy_metres: null, status: 'unknown', isAwaited: true };
  #watch: number | null = null;
  #permissionChecked = false;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Set<(position: Position | null) => void>();
  readonly #sources: LocationSources;

  constructor(sources: LocationSources) {
    this.#sources = sources;
  }

  readonly snapshot = (): PositionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    void this.#startIfGranted();
    return () => this.#listeners.delete(listener);
  };

  /** Asks for the position, with the browser's question if need be; null when it cannot be had. */
  readonly request = (): Promise<Position | null> => {
    if (this.#state.position) return Promise.resolve(this.#state.position);
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      this.#set({ ...this.#state, status: 'asking' });
      this.#start();
    });
  };

  async #startIfGranted(): Promise<void> {
    if (this.#permissionChecked) return;
    this.#permissionChecked = true;
    setTimeout(() => this.#awaitNoLonger(), awaitedFor_ms);
    if ((await this.#sources.permission()) === 'granted') this.#start();
    else this.#awaitNoLonger();
  }

  #awaitNoLonger(): void {
    if (this.#state.isAwaited) this.#set({ ...this.#state, isAwaited: false });
  }

  #start(): void {
    const { geolocation } = this.#sources;
    if (!geolocation) {
      this.#fail(this.#sources.isSecure() ? 'unavailable' : 'insecure');
      return;
    }
    if (this.#watch !== null) return;
    this.#watch = geolocation.watchPosition(
      ({ coords }) => this.#moved(coords),
      (error) => this.#fail(this.#failureOf(error)),
      geolocationOptions,
    );
  }

  #moved({ latitude, longitude, accuracy }: GeolocationCoordinates): void {
    const next = { latitude, longitude };
    const { position, accuracy_metres, status } = this.#state;
    const movedKm = position && distanceKm(position, next);
    if (movedKm === null || movedKm > movementThresholdKm) {
      this.#set({ position: next, accuracy_metres: accuracy, status: 'detected', isAwaited: false });
    } else {
      // The first that a device says of itself is often far less exact than what follows.
      const within_metres = accuracy + movedKm * 1000;
      if (within_metres < 0.9 * accuracy_metres!)
        this.#set({ ...this.#state, accuracy_metres: within_metres, status: 'detected' });
      else if (status !== 'detected') this.#set({ ...this.#state, status: 'detected' });
    }
    this.#answer(this.#state.position);
  }

  #failureOf(error: GeolocationPositionError): Failure {
    if (error.code !== error.PERMISSION_DENIED) return 'unavailable';
    return this.#sources.isSecure() ? 'denied' : 'insecure';
  }

  #fail(status: Failure): void {
    // A position once detected stays good through a bad moment, after which the device is followed as before; but not through
    // a withdrawn permission.
    if (status !== 'unavailable' || !this.#state.position) {
      if (this.#watch !== null) this.#sources.geolocation?.clearWatch(this.#watch);
      this.#watch = null;
      this.#set({ position: null, accuracy_metres: null, status, isAwaited: false });
    }
    this.#answer(this.#state.position);
  }

  #answer(position: Position | null): void {
    for (const resolve of this.#waiting) resolve(position);
    this.#waiting.clear();
  }

  #set(state: PositionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const deviceLocation = new DeviceLocation({
  geolocation: globalThis.navigator?.geolocation,
  permission: async () => {
    try {
      return (await navigator.permissions.query({ name: 'geolocation' })).state;
    } catch {
      return null;
    }
  },
  isSecure,
});

/** Whether the person, rather than the device, keeps the position from us; for after a request. */
export const isPositionDenied = (): boolean => deviceLocation.snapshot().status === 'denied';

/** Whether the browser keeps it from us because of how the page came. */
export const isPositionInsecure = (): boolean => deviceLocation.snapshot().status === 'insecure';

/** What a place says while there is no position. */
export function positionGap(status: PositionStatus): 'insecure' | 'missing' | 'looking' {
  if (status === 'insecure') return 'insecure';
  return status === 'denied' || status === 'unavailable' ? 'missing' : 'looking';
}

export interface CurrentPosition extends PositionState {
  /** The detected position or San Francisco: for looking around only, never for posting. */
  readonly centre: Position;
  readonly request: () => Promise<Position | null>;
}

export function usePosition(): CurrentPosition {
  const state = useSyncExternalStore(deviceLocation.subscribe, deviceLocation.snapshot);
  return { ...state, centre: state.position ?? fallbackPosition, request: deviceLocation.request };
}
