import type { User } from '@dazi/contract/identity/identity';
import type { Profile } from '@dazi/contract/people/profiles';
import type { LocationDisplay, Position } from '@dazi/contract/places/places';

/** How one thing is kept on this device. `parse` gives null for what it does not recognise. */
export interface Entry<Value> {
  readonly key: string;
  parse(text: string): Value | null;
  format(value: Value): string;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function json<Value>(key: string, accepts: (value: unknown) => value is Value): Entry<Value> {
  return {
    key,
    parse: (text) => {
      const value: unknown = JSON.parse(text);
      return accepts(value) ? value : null;
    },
    format: JSON.stringify,
  };
}

function word<const Words extends readonly string[]>(key: string, words: Words): Entry<Words[number]> {
  return {
    key,
    parse: (text) => (words.includes(text) ? text : null),
    format: (value) => value,
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The account as this device keeps it: with the picture and the profile it had last. */
export interface KeptUser extends User {
  currentAvatar?: string | null;
  currentProfile?: Pick<Profile, 'displayName' | 'bio' | 'age' | 'gender'>;
}

const isUser = (value: unknown): value is KeptUser =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  (value.email === null || typeof value.email === 'string') &&
  (value.avatarUrl === null || typeof value.avatarUrl === 'string');

const isPosition = (value: unknown): value is Position =>
  isRecord(value) &&
  isNumber(value.latitude) &&
  Math.abs(value.latitude) <= 90 &&
  isNumber(value.longitude) &&
  Math.abs(value.longitude) <= 180;

export const languages = ['en', 'ja', 'zh'] as const;
export type Language = (typeof languages)[number];
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface LocationPrivacy {
  userId: string;
  locationDisplay: LocationDisplay;
}

/** A post that was begun and not sent. */
export interface PostDraft {
  content: string;
  /** What the choice of "Disappears after" is called. */
  lifetime: string;
}

/**
 * What this device remembers at the first visit; features add what is theirs. `public/theme.js` reads `theme`,
 * `language` and `user` by the same keys.
 */
export const stored = {
  user: json('dazi.user', isUser),
  /** Milliseconds since 1970 at which the session began. */
  authTimestamp: json('dazi.authTimestamp', isNumber),
  /** Milliseconds since 1970 at which it ends where somebody asked to stay; otherwise nothing. */
  keptUntil: json('dazi.keptUntil', isNumber),
  postDraft: (userId: string) =>
    words(
      userId,
      'post',
      (value): value is PostDraft =>
        isRecord(value) && typeof value.content === 'string' && typeof value.lifetime === 'string',
    ),
  mapCenter: json('mapCenter', isPosition),
  mapZoomLevel: json('mapZoomLevel', isNumber),
  language: word('dazi.language', languages),
  theme: word('dazi.theme', themes),
  /** Kept only when somebody does not want single keys to do things. */
  shortcuts: word('dazi.shortcuts', ['off']),
  /** Whether this person has seen "This is you". */
  introduced: (userId: string) => word(`dazi.introduced.${userId}`, ['yes']),
  locationPrivacy: (userId: string) =>
    json(
      `dazi.locationPrivacy.${userId}`,
      (value): value is LocationPrivacy =>
        isRecord(value) &&
        value.userId === userId &&
        (value.locationDisplay === 'exact' || value.locationDisplay === 'approximate'),
    ),
} as const;

function warn(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: storage may be full or forbidden; the app goes on without it
  console.warn(`This device could not ${what}`, error);
}

/** The kept value, or null when there is none or it is corrupt. */
export function readStored<Value>(entry: Entry<Value>): Value | null {
  try {
    const text = localStorage.getItem(entry.key);
    return text === null ? null : entry.parse(text);
  } catch (error) {
    warn(`read ${entry.key}`, error);
    return null;
  }
}

/** Whether something is kept that could not be understood. */
export function isCorrupt<Value>(entry: Entry<Value>): boolean {
  try {
    return localStorage.getItem(entry.key) !== null && readStored(entry) === null;
  } catch {
    return false;
  }
}

export function writeStored<Value>(entry: Entry<Value>, value: Value | null): void {
  try {
    if (value === null) localStorage.removeItem(entry.key);
    else localStorage.setItem(entry.key, entry.format(value));
  } catch (error) {
    warn(`keep ${entry.key}`, error);
  }
}

/** Calls back when another tab of this browser changes what is kept. */
export function onStoredElsewhere<Value>(entry: Entry<Value>, changed: (value: Value | null) => void): void {
  // Rules are tested where there is no window.
  globalThis.window?.addEventListener('storage', ({ key }) => {
    // Without a key everything was taken away.
    if (key === entry.key || key === null) changed(readStored(entry));
  });
}

/** Something of one person; what it keeps is theirs, so it goes with everything else of theirs. */
export const ownEntry = <Value>(userId: string, name: string, accepts: (value: unknown) => value is Value) =>
  json(`dazi.of.${userId}.${name}`, accepts);

/** Keeps something of a person: only while they are the one who is signed in here, in whatever tab. */
export function writePersonal<Value>(userId: string, entry: Entry<Value>, value: Value | null): void {
  if (value === null || readStored(stored.user)?.id === userId) writeStored(entry, value);
}

/** What belongs to the device and not to whoever uses it. */
const ofDevice: readonly string[] = [
  stored.mapCenter.key,
  stored.mapZoomLevel.key,
  stored.language.key,
  stored.theme.key,
  stored.shortcuts.key,
];

const memories = new Set<(wordsWait: boolean) => void>();

/** For what a module remembers of a person while the page is open. */
export const onPersonGone = (forget: (wordsWait: boolean) => void) => void memories.add(forget);

/** What this tab remembers of whoever was signed in; what they began may wait for them to sign in again. */
export function forgetMemories(wordsWait = false): void {
  for (const forget of memories) forget(wordsWait);
}

/** Where a map stays when its reader goes, in parts of a degree: the part of town, not where somebody stood. */
const leftCenterSteps = 100;

/** By these keys lies what people began: see `words`. */
const wordsPrefix = 'dazi.words.';

/**
 * Something that a person began and has not finished: it waits for them when their session ends by itself. They find it
 * when they come back; whoever else signs in here, and their own signing out, takes it away.
 */
export const words = <Value>(userId: string, name: string, accepts: (value: unknown) => value is Value) =>
  json(`${wordsPrefix}${name}.${userId}`, accepts);

/** Whose words stay: those of one person, or of whoever was here, when their session ended by itself. */
export type Staying = { wordsOf: string } | 'words' | null;

function stays(key: string, staying: Staying): boolean {
  if (ofDevice.includes(key)) return true;
  if (staying === null || !key.startsWith(wordsPrefix)) return false;
  return staying === 'words' || key.endsWith(`.${staying.wordsOf}`);
}

/** Somebody leaves this device, or somebody else comes: nothing of a person stays in its storage but what is said. */
export function forgetStored(staying: Staying = null): void {
  leaveCenter();
  try {
    for (const key of Object.keys(localStorage)) {
      if (!stays(key, staying)) localStorage.removeItem(key);
    }
  } catch (error) {
    warn('forget', error);
  }
}

/** A map that only a visitor looked at stays where it is. */
function leaveCenter(): void {
  const center = readStored(stored.mapCenter);
  const wasSomebody = readStored(stored.user) !== null || isCorrupt(stored.user);
  if (!center || !wasSomebody) return;
  const coarse = (angle: number) => Math.round(angle * leftCenterSteps) / leftCenterSteps;
  writeStored(stored.mapCenter, {
    latitude: coarse(center.latitude),
    longitude: coarse(center.longitude),
  });
}
