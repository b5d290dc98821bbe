import { type Browser, type System, sessionLifetimes } from '@dazi/contract/identity/sessions.rules';

const hour_ms = 60 * 60 * 1000;

export interface SessionTimes {
  createdAt: Date;
  expiresAt: Date;
  isKept: boolean;
}

const { usual_ms, kept_ms, slidesEvery_ms, most_ms } = sessionLifetimes;

/** When a session ends that was opened, or used, at this instant. */
export function endOf({ createdAt, isKept }: Omit<SessionTimes, 'expiresAt'>, now: Date): Date {
  if (!isKept) return new Date(createdAt.getTime() + usual_ms);
  return new Date(Math.min(now.getTime() + kept_ms, createdAt.getTime() + most_ms));
}

/** The new end of a session that is used: a kept one goes on, once a day. Null while it stays. */
export function slidTo(session: SessionTimes, now: Date): Date | null {
  if (!session.isKept) return null;
  const slidAt = session.expiresAt.getTime() - kept_ms;
  const until = endOf(session, now);
  return now.getTime() - slidAt >= slidesEvery_ms && until > session.expiresAt ? until : null;
}

/** After the rest of the 24 hours, or 24 hours from now where those are over; never later than it would have. */
export function endOfUnkept({ createdAt, expiresAt }: SessionTimes, now: Date): Date {
  const end = createdAt.getTime() + usual_ms;
  const until = end > now.getTime() ? end : now.getTime() + usual_ms;
  return new Date(Math.min(until, expiresAt.getTime()));
}

export const usedHour = (now: Date): Date => new Date(Math.floor(now.getTime() / hour_ms) * hour_ms);

/** A browser calls itself by the names of others, too: whoever stands first is it. */
const browserSigns: readonly [RegExp, Browser][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bSamsungBrowser\//, 'samsung'],
  [
    /\b(?:OPR|OPT|OPX|Opera|YaBrowser|Vivaldi|UCBrowser|DuckDuckGo|MicroMessenger|QQBrowser|MiuiBrowser)\b/,
    'other',
  ],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'chrome'],
  [/\bVersion\/[^ ]+ (?:Mobile\/[^ ]+ )?Safari\//, 'safari'],
];

const systemSigns: readonly [RegExp, System][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows NT\b/, 'windows'],
  [/\bMacintosh\b/, 'macos'],
  [/\bCrOS\b/, 'other'],
  [/\bLinux\b/, 'linux'],
];

/** Longer names are those of nobody. */
const longestName = 1000;

/** What a device is called in the list of devices, from the name its browser sends (`User-Agent`). */
export function deviceOf(userAgent: string | undefined): { browser: Browser; system: System } {
  const name = (userAgent ?? '').slice(0, longestName);
  const of = <Found>(signs: readonly [RegExp, Found][]) => signs.find(([sign]) => sign.test(name))?.[1];
  return { browser: of(browserSigns) ?? 'other', system: of(systemSigns) ?? 'other' };
}
