import type { User } from '@dazi/contract/identity';
import type { LocationDisplay, Position } from '@dazi/contract/places';
import type { Profile } from '@dazi/contract/profiles';

/** How one thing is kept on this device. `parse` gives null for what it does not recognise. */
interface Entry<Value> {
  readonly key: string;
  parse(text: string): Value | null;
  format(value: Value): string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function json<Value>(key: string, accepts: (value: unknown) => value is Value): Entry<Value> {
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
  userId: string;
  content: string;
  /** What the choice of "Disappears after" is called. */
  lifetime: string;
}

/** A message that was begun and not sent. One of each conversation and person. */
export interface MessageDraft {
  id: string;
  conversationId: string;
  userId: string;
  content: string;
  lastSavedAt: string;
}

/** A message that waits for the network. */
export interface KeptMessage {
  clientId: string;
  userId: string;
  conversationId: string;
  content: string;
  type: 'TEXT' | 'IMAGE' | 'VIDEO';
  replyToId: string | null;
  createdAt: string;
}

/** Where somebody was in their messages; `timestamp` in milliseconds since 1970. */
export interface LastConversation {
  conversationId: string;
  timestamp: number;
  userId: string;
}

const isListOf =
  <Item>(names: readonly (keyof Item & string)[]) =>
  (value: unknown): value is Item[] =>
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && names.every((name) => typeof item[name] === 'string'));

/** Everything this device remembers. `public/theme.js` reads `theme`, `language` and `user` by the same keys. */
export const stored = {
  user: json('dazi.user', isUser),
  /** Milliseconds since 1970 at which the session began. */
  authTimestamp: json('dazi.authTimestamp', isNumber),
  /** One draft, that of whoever is signed in; it goes with the session. */
  postDraft: json(
    'dazi.postDraft',
    (value): value is PostDraft =>
      isRecord(value) &&
      typeof value.userId === 'string' &&
      typeof value.content === 'string' &&
      typeof value.lifetime === 'string',
  ),
  /** Both go with the session. */
  messageDrafts: json(
    'dazi.messageDrafts',
    isListOf<MessageDraft>(['id', 'conversationId', 'userId', 'content']),
  ),
  waitingMessages: json(
    'dazi.waitingMessages',
    isListOf<KeptMessage>(['clientId', 'userId', 'conversationId', 'content', 'type']),
  ),
  lastConversation: json(
    'dazi.lastConversation',
    (value): value is LastConversation =>
      isRecord(value) &&
      typeof value.conversationId === 'string' &&
      isNumber(value.timestamp) &&
      typeof value.userId === 'string',
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

const ownRoot = 'dazi.of.';

/** Something of one person that goes when they are no longer the one who is signed in. */
export const ownEntry = <Value>(userId: string, name: string, accepts: (value: unknown) => value is Value) =>
  json(`${ownRoot}${userId}.${name}`, accepts);

/** What is somebody's own stays only if it is of this person. */
export function keepMessagesOf(userId: string | null): void {
  const entries: readonly Entry<{ userId: string }[]>[] = [
    stored.messageDrafts as unknown as Entry<{ userId: string }[]>,
    stored.waitingMessages as unknown as Entry<{ userId: string }[]>,
  ];
  for (const entry of entries) {
    if (readStored(entry)?.every((item) => item.userId === userId) !== true) writeStored(entry, null);
  }
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(ownRoot) && !key.startsWith(`${ownRoot}${userId}.`)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept either.
  }
}
