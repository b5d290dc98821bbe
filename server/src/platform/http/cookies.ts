import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../config.ts';

export interface CookieKind {
  name: string;
  options: CookieSerializeOptions;
}

const overTls = (config: Config) => config.publicUrl.startsWith('https:');

/** Holds only a random token; what it stands for is in the database. */
export function sessionCookie(config: Config): CookieKind {
  const secure = overTls(config);
  return {
    name: secure ? '__Host-dazi_session' : 'dazi_session',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

/** Kept by the browser until the session ends. */
export const cookieUntil = ({ options }: CookieKind, end: Date, now: Date): CookieSerializeOptions => ({
  ...options,
  maxAge: Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000)),
});

/** Carries one sign-in from the start to the provider's answer; its state is added to the name. */
export function signInCookie(config: Config): CookieKind {
  return {
    name: 'dazi_sign_in',
    options: { path: '/api/auth', httpOnly: true, sameSite: 'lax', secure: overTls(config), maxAge: 600 },
  };
}
