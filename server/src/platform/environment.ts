import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { registrationModes } from '@dazi/contract/identity/registration.rules';
import { usualUploadPath } from '@dazi/contract/media/uploads.rules';
import * as z from 'zod';

const text = z.string().trim();
/** A public service without keys: its list of tiles in the schema of OpenMapTiles. */
export const usualStreets = 'https://tiles.openfreemap.org/planet';
export const noStreets = 'none';

const optionalText = text.optional().transform((value) => value || null);
const daysKept = z.coerce
  .number()
  .int()
  .min(1)
  .max(36_500)
  .optional()
  .transform((value) => value ?? null);
const webUrl = (value: string) => {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
};
const bytesOf = (key: string) => (/^[\w-]+$/.test(key) ? Buffer.from(key, 'base64url').length : 0);
/** Says what to write where an address has more than scheme, host and port. */
function publicUrlProblem(value: string | null): string | null {
  if (value === null) return null;
  if (!webUrl(value)) return 'must be an http(s) address';
  const { username, password, pathname, search, hash, origin } = new URL(value);
  if (username || password || pathname !== '/' || search || hash) {
    return `must be scheme, host and port alone; write ${withoutDot(origin)}`;
  }
  return null;
}

/** What providers show is often the address of their metadata. */
function issuerProblem(value: string | null): string | null {
  if (value === null) return null;
  if (!webUrl(value)) return 'must be an http(s) address';
  const { username, password, origin, pathname, search, hash } = new URL(value);
  const [path = ''] = pathname.split('/.well-known/');
  if (username || password || search || hash || path !== pathname) {
    return `must be the issuer itself, without what leads to its metadata; write ${origin}${path.replace(/\/$/, '')}`;
  }
  return null;
}

function adminEmailsProblem(value: string | null): string | null {
  const emails = value?.split(/[\s,;]+/).filter(Boolean) ?? [];
  const separated = value?.split(',').every((part) => /^[^\s;]*$/.test(part.trim()));
  if (separated !== false && emails.every((email) => /^[^@]+@[^@]+$/.test(email))) return null;
  return `must be e-mail addresses separated by commas; write ${emails.join(',')}`;
}

/** Scheme, host, port and perhaps a path; the bucket is named apart. */
function endpointProblem(value: string | null): string | null {
  if (value === null) return null;
  if (!webUrl(value)) return 'must be an http(s) address';
  const { username, password, origin, pathname, search, hash } = new URL(value);
  if (!username && !password && !search && !hash) return null;
  return `must be the address alone; write ${origin}${pathname.replace(/\/$/, '')}`;
}

/** Also of names and passwords, in which some signs are written as numbers, such as %40 for @. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, pathname } = new URL(address);
  return [username, password, pathname].every((part) => decoded(part) !== null);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The driver takes several hosts, which no URL has. */
function databaseUrlProblem(value: string | null): string | null {
  if (value === null) return null;
  if (!/^postgres(ql)?:\/\//.test(value)) return 'must begin with postgres:// or postgresql://';
  const [, before, hosts, after] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(value)!;
  return hosts!.split(',').every((host) => isReadable(`${before}${host}${after}`))
    ? null
    : 'must be an address such as postgres://name:password@host:5432/dazi, with %40 for @ in a password';
}

function redisUrlProblem(value: string | null): string | null {
  if (value === null) return null;
  if (!/^rediss?:\/\//.test(value)) return 'must begin with redis:// or rediss://';
  if (!isReadable(value) || new URL(value).hostname === '') {
    return 'must be an address such as redis://:password@host:6379';
  }
  return /^(\/\d*)?$/.test(new URL(value).pathname)
    ? null
    : 'must name a database by its number, as in redis://host/2';
}

function smtpUrlProblem(value: string | null): string | null {
  if (value === null) return null;
  if (!/^smtps?:\/\//.test(value)) return 'must begin with smtp:// or smtps://';
  if (!isReadable(value) || new URL(value).hostname === '') {
    return 'must be an address such as smtps://name:password@mail.example.org:465';
  }
  const { pathname, search, hash, username, password } = new URL(value);
  if ((pathname !== '' && pathname !== '/') || search || hash) return 'must end with host or port';
  return Boolean(username) === Boolean(password) ? null : 'must have a name and a password, or neither';
}

function mailFromProblem(value: string | null): string | null {
  if (value === null) return null;
  return senderOf(value) ? null : 'must be an address such as dazi@example.org or Dazi <dazi@example.org>';
}

export function senderOf(value: string): { name: string; address: string } | null {
  const found = /^(?:([^<>"\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u.exec(value);
  const address = found?.[2] ?? found?.[3] ?? '';
  if (!/^[^\s@<>,;"\p{Cc}]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/iu.test(address)) return null;
  return { name: (found?.[1] ?? '').trim(), address };
}

/** Shells replace these; files of settings hand them on as they are, and a directory of that name would be made. */
function dataDirProblem(value: string): string | null {
  const [, rest] = /^(?:~|\$HOME|\$\{HOME\})((?:[\\/].*)?)$/s.exec(value) ?? [];
  if (rest !== undefined) return `must be a path, in which nothing is replaced; write ${homedir()}${rest}`;
  return /^~|\$\{?[a-z_]/i.test(value)
    ? 'must be a path, in which nothing is replaced; write all of it'
    : null;
}

const sound = <T>(problemOf: (value: T) => string | null) =>
  z.superRefine<T>((value, context) => {
    const message = problemOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The dot after a name is the root of all names: the same host for whoever looks it up. */
export const withoutDot = (origin: string): string => origin.replace(/\.(?=:\d+$|$)/, '');

export const googleIssuer = 'https://accounts.google.com';
/** Tells name and e-mail of somebody only in a form that it posts. */
export const appleIssuer = 'https://appleid.apple.com';

export const environmentSchema = z.object({
  HOST: text.min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  DATA_DIR: text.min(1).default('./data').check(sound(dataDirProblem)),
  MEDIA_DIR: optionalText.check(sound((value) => (value === null ? null : dataDirProblem(value)))),
  S3_ENDPOINT: optionalText.check(sound(endpointProblem)),
  S3_REGION: text
    .regex(/^[\w-]{1,64}$/, 'must be the name of a region such as us-east-1')
    .default('us-east-1'),
  S3_BUCKET: optionalText.refine(
    (value) => value === null || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_REDIRECT: z
    .enum(['0', '1'], 'must be 1 to let browsers fetch large files from S3, or 0')
    .default('0')
    .transform((value) => value === '1'),
  PUBLIC_URL: optionalText.check(sound(publicUrlProblem)),
  TRUST_PROXY: optionalText.refine(
    (value) => value === null || /^\d+$/.test(value) || value.split(',').every(isAddress),
    'must be a number of proxies or addresses separated by commas',
  ),
  DATABASE_URL: optionalText.check(sound(databaseUrlProblem)),
  DATABASE_DIRECT_URL: optionalText.check(sound(databaseUrlProblem)),
  MOVE_TO: optionalText.check(sound(databaseUrlProblem)),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  DATABASE_PREPARE: z
    .enum(['0', '1'], 'must be 1, or 0 behind a pooler that hands connections on after each transaction')
    .default('1')
    .transform((value) => value === '1'),
  DATABASE_WAIT_S: z.coerce.number().int().min(0).max(600).default(60),
  REDIS_URL: optionalText.check(sound(redisUrlProblem)),
  POSITION_SECRET: optionalText.refine(
    (value) => value === null || value.length >= 32,
    'must have at least 32 characters',
  ),
  OIDC_ISSUER: optionalText.check(sound(issuerProblem)),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_SCOPES: optionalText.refine(
    (value) => value === null || value.split(/\s+/).includes('openid'),
    'must contain openid, for example `openid email profile`',
  ),
  OIDC_RESPONSE_MODE: z
    .enum(['query', 'form_post'], 'must be query or form_post')
    .optional()
    .transform((value) => value ?? null),
  GOOGLE_CLIENT_ID: optionalText,
  DEMO_PUBLIC: z
    .enum(['0', '1', ''])
    .optional()
    .transform((value) => value === '1'),
  REGISTRATION: z.enum(registrationModes, `must be one of ${registrationModes.join(', ')}`).default('open'),
  ADMIN_EMAILS: optionalText.check(sound(adminEmailsProblem)),
  OPERATOR_NAME: optionalText,
  OPERATOR_CONTACT: optionalText,
  DATA_LOCATION: optionalText,
  MAP_STYLE_URL: text
    .refine((value) => value === noStreets || webUrl(value), 'must be an http(s) address, or none')
    .default(usualStreets),
  MAP_CACHE_MB: z.coerce.number().int().min(1).max(1_000_000).default(512),
  GOOGLE_MAPS_API_KEY: optionalText.refine(
    (value) => value === null || /^[\w-]+$/.test(value),
    'must be a key: letters, digits, hyphens and underscores',
  ),
  SMTP_URL: optionalText.check(sound(smtpUrlProblem)),
  MAIL_FROM: optionalText.check(sound(mailFromProblem)),
  VAPID_PUBLIC_KEY: optionalText.refine(
    (value) => value === null || bytesOf(value) === 65,
    'must be a public key of 65 bytes in base64url, as `npx web-push generate-vapid-keys` prints it',
  ),
  VAPID_PRIVATE_KEY: optionalText.refine(
    (value) => value === null || bytesOf(value) === 32,
    'must be a private key of 32 bytes in base64url',
  ),
  VAPID_SUBJECT: optionalText.refine(
    (value) => value === null || /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value),
    'must be a mailto: or https: address',
  ),
  UPLOAD_PATH: text
    // One part alone could be a page of the web.
    .regex(/^(\/[\w-]+){2,}$/, 'must be a path of two parts or more such as /large/uploads')
    .refine(
      (value) => value === usualUploadPath || !/^\/(api|idp|assets|map|streets)(\/|$)/.test(value),
      'must not begin as the addresses of something else do',
    )
    .default(usualUploadPath),
  OPENING_DEPOSIT: z.coerce.number().min(0).max(1_000_000).default(100),
  NODE_NAME: optionalText.refine(
    (value) => value === null || /^[\w.-]{1,64}$/.test(value),
    'must be letters, digits, dots, hyphens and underscores, 64 at most',
  ),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug'], 'must be error, warn, info or debug').default('info'),
  LOG_SLOW_MS: z.coerce.number().int().min(0).max(600_000).default(500),
  CLIENT_ERRORS: z
    .enum(['0', '1'], 'must be 1 to have in the log what made pages fail in browsers, or 0')
    .default('0')
    .transform((value) => value === '1'),
  OUTBOX_DAYS: z.coerce.number().int().min(1).max(90).default(7),
  MESSAGE_DAYS: daysKept,
  MEDIA_DAYS: daysKept,
  NATS_URL: optionalText.refine(
    (value) =>
      value === null ||
      value.split(',').every((one) => /^(nats|tls):\/\//.test(one.trim()) && isReadable(one.trim())),
    'must begin with nats:// or tls://; several are separated by commas',
  ),
  GATHER_MS: z.coerce.number().int().min(1).max(100).default(8),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65535)
    .optional()
    .transform((value) => value ?? null),
  METRICS_HOST: text.min(1).default('127.0.0.1'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
});

const loopbackNames = new Set(['127.0.0.1', 'localhost', '::1']);
export const isLoopback = (host: string) => loopbackNames.has(host.replace(/^\[|\]$/g, ''));

function isAddress(value: string): boolean {
  const [address = '', bits] = value.trim().split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}
