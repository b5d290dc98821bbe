import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { usualUploadPath } from '@dazi/contract/media/uploads';
import * as z from 'zod';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** Scheme, host and port people use; without a trailing slash. */
  publicUrl: string;
  trustProxy: false | number | string[];
  databaseUrl: string | null;
  positionSecret: string | null;
  /** Null is demo mode: the embedded identity provider signs people in. */
  provider: {
    issuer: string;
    clientId: string;
    clientSecret: string | null;
    name: string;
    /** Null asks for what the provider's metadata offers. */
    scopes: string | null;
    /** Null lets the provider's metadata decide. */
    responseMode: 'query' | 'form_post' | null;
  } | null;
  /** Demo mode that others than this machine may reach; grants no administrator. */
  demoPublic: boolean;
  adminEmails: string[];
  operator: { name: string | null; contact: string | null; dataLocation: string };
  map: {
    /** A MapLibre style whose streets this server hands on. */
    styleUrl: string | null;
    /** What the disk may hold of it. */
    cacheLimit_bytes: number;
    /** The key of Google Maps, which browsers get to see. */
    googleKey: string | null;
  };
  /** Where browsers send the files of messages: a path of the public address, the usual one or another for it. */
  uploadPath: string;
  /** By which push services know this server; null makes keys of its own. */
  push: { publicKey: string; privateKey: string } | null;
  /** Where the makers of push services write when something is wrong: a mailto or https address. */
  pushSubject: string;
  /** What a new person's wallet begins with, in Dazi. */
  openingDeposit: number;
  rateLimitFactor: number;
  logLevel: 'silent' | 'info';
  /** Answers are held against the contract and statements to their transaction (tests and development). */
  checksItself: boolean;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const text = z.string().trim();
const optionalText = text.optional().transform((value) => value || null);
const webUrl = (value: string) => {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
};
/** How long a key in base64url is; 0 for anything else. */
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

/** Shells replace these; files of settings hand them on as they are, and a directory of that name would be made. */
function dataDirProblem(value: string): string | null {
  const [, rest] = /^(?:~|\$HOME|\$\{HOME\})((?:[\\/].*)?)$/s.exec(value) ?? [];
  if (rest !== undefined) return `must be a path, in which nothing is replaced; write ${homedir()}${rest}`;
  return /^~|\$\{?[a-z_]/i.test(value)
    ? 'must be a path, in which nothing is replaced; write all of it'
    : null;
}

/** Refuses a value with the sentence that says what to write. */
const sound = <T>(problemOf: (value: T) => string | null) =>
  z.superRefine<T>((value, context) => {
    const message = problemOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The dot after a name is the root of all names: the same host for whoever looks it up. */
export const withoutDot = (origin: string): string => origin.replace(/\.(?=:\d+$|$)/, '');

const googleIssuer = 'https://accounts.google.com';
/** Tells name and e-mail of somebody only in a form that it posts. */
const appleIssuer = 'https://appleid.apple.com';

const environmentSchema = z.object({
  HOST: text.min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  DATA_DIR: text.min(1).default('./data').check(sound(dataDirProblem)),
  PUBLIC_URL: optionalText.check(sound(publicUrlProblem)),
  TRUST_PROXY: optionalText.refine(
    (value) => value === null || /^\d+$/.test(value) || value.split(',').every(isAddress),
    'must be a number of proxies or addresses separated by commas',
  ),
  DATABASE_URL: optionalText.refine(
    (value) => value === null || /^postgres(ql)?:\/\//.test(value),
    'must begin with postgres:// or postgresql://',
  ),
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
  ADMIN_EMAILS: optionalText.check(sound(adminEmailsProblem)),
  OPERATOR_NAME: optionalText,
  OPERATOR_CONTACT: optionalText,
  DATA_LOCATION: optionalText,
  MAP_STYLE_URL: optionalText.refine(
    (value) => value === null || webUrl(value),
    'must be an http(s) address',
  ),
  MAP_CACHE_MB: z.coerce.number().int().min(1).max(1_000_000).default(512),
  GOOGLE_MAPS_API_KEY: optionalText.refine(
    (value) => value === null || /^[\w-]+$/.test(value),
    'must be a key: letters, digits, hyphens and underscores',
  ),
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
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
});

/** The names stand, the adapters do not yet; starting as if they worked would be worse than not starting. */
const reserved = ['REDIS_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

const loopbackNames = new Set(['127.0.0.1', 'localhost', '::1']);
export const isLoopback = (host: string) => loopbackNames.has(host.replace(/^\[|\]$/g, ''));

function isAddress(value: string): boolean {
  const [address = '', bits] = value.trim().split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

function isPair(publicKey: string, privateKey: string): boolean {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

const bare = (issuer: string) => issuer.replace(/\/$/, '');

function nameOfProvider(issuer: string): string {
  const known: Readonly<Record<string, string>> = { [googleIssuer]: 'Google', [appleIssuer]: 'Apple' };
  return known[bare(issuer)] ?? new URL(issuer).hostname;
}

/** The operator's own address where it is one that push services take. */
function subjectOf(contact: string | null, publicUrl: string | null): string {
  if (contact && /^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  if (contact?.startsWith('https://')) return contact;
  return publicUrl?.startsWith('https://') ? publicUrl : 'mailto:operator@localhost';
}

/** Reads and checks the environment; every problem is named in one ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  for (const name of reserved) {
    if (given[name]) problems.push(`${name}: not supported by this version yet; unset it to start`);
  }
  if (!parsed.success) throw new ConfigError(problems.join('\n'));
  const env = parsed.data;

  const clientId = env.OIDC_CLIENT_ID ?? env.GOOGLE_CLIENT_ID;
  const issuer = env.OIDC_ISSUER ?? (env.GOOGLE_CLIENT_ID ? googleIssuer : null);
  if (env.OIDC_CLIENT_ID && !issuer) problems.push('OIDC_CLIENT_ID: needs OIDC_ISSUER');
  if (env.OIDC_ISSUER && !clientId) problems.push('OIDC_ISSUER: needs OIDC_CLIENT_ID');
  const demo = clientId === null;
  const reached = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : env.HOST;
  const open = [env.HOST, reached].find((name) => !isLoopback(name));
  if (demo && open !== undefined && !env.DEMO_PUBLIC) {
    problems.push(
      `${open === env.HOST ? 'HOST' : 'PUBLIC_URL'}: ${open} would open demo mode, where anyone can sign in as anyone, to other machines. Configure OIDC_ISSUER and OIDC_CLIENT_ID, or set DEMO_PUBLIC=1 if that is what you want`,
    );
  }
  if (!env.PUBLIC_URL && ['0.0.0.0', '::'].includes(env.HOST)) {
    problems.push('PUBLIC_URL: needed when HOST listens on every address');
  }
  if (env.DATABASE_URL && !env.POSITION_SECRET) {
    problems.push('POSITION_SECRET: needed with DATABASE_URL, the same on every node');
  }
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY)) {
    const [given, missing] = env.VAPID_PUBLIC_KEY
      ? ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']
      : ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'];
    problems.push(`${given}: needs ${missing}; unset both to let the server make its own`);
  } else if (env.VAPID_PUBLIC_KEY && !isPair(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY!)) {
    problems.push('VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY');
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    publicUrl: withoutDot(new URL(env.PUBLIC_URL ?? `http://${host}:${env.PORT}`).origin),
    trustProxy:
      env.TRUST_PROXY === null
        ? false
        : /^\d+$/.test(env.TRUST_PROXY)
          ? Number(env.TRUST_PROXY)
          : env.TRUST_PROXY.split(',').map((address) => address.trim()),
    databaseUrl: env.DATABASE_URL,
    positionSecret: env.POSITION_SECRET,
    provider:
      clientId && issuer
        ? {
            issuer,
            clientId,
            clientSecret: env.OIDC_CLIENT_SECRET,
            name: nameOfProvider(issuer),
            scopes: env.OIDC_SCOPES?.split(/\s+/).join(' ') ?? null,
            responseMode: env.OIDC_RESPONSE_MODE ?? (bare(issuer) === appleIssuer ? 'form_post' : null),
          }
        : null,
    demoPublic: env.DEMO_PUBLIC,
    adminEmails: (env.ADMIN_EMAILS ?? '')
      .split(',')
      .map((email) => email.trim().toLowerCase())
      .filter(Boolean),
    operator: {
      name: env.OPERATOR_NAME,
      contact: env.OPERATOR_CONTACT,
      dataLocation: env.DATA_LOCATION ?? 'the United States',
    },
    map: {
      styleUrl: env.MAP_STYLE_URL,
      cacheLimit_bytes: env.MAP_CACHE_MB * 1024 * 1024,
      googleKey: env.GOOGLE_MAPS_API_KEY,
    },
    uploadPath: env.UPLOAD_PATH,
    push: env.VAPID_PUBLIC_KEY
      ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY! }
      : null,
    pushSubject: env.VAPID_SUBJECT ?? subjectOf(env.OPERATOR_CONTACT, env.PUBLIC_URL),
    openingDeposit: env.OPENING_DEPOSIT,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: 'info',
    checksItself: environment.NODE_ENV === 'development' || environment.NODE_ENV === 'test',
  };
}
