import { createECDH } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { RegistrationMode } from '@dazi/contract/identity/registration.rules';
import type * as z from 'zod';
import {
  appleIssuer,
  environmentSchema,
  googleIssuer,
  isLoopback,
  noStreets,
  senderOf,
  usualStreets,
  withoutDot,
} from './environment.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { type ShownSetting, shownSettings } from './shown-settings.ts';

export const version = '0.1.0';

export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether browsers fetch large files there. */
  redirects: boolean;
}

export interface MailSettings {
  smtp: { host: string; port: number; isSecure: boolean; login: { user: string; pass: string } | null };
  from: { name: string; address: string };
}

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** Scheme, host and port people use; without a trailing slash. */
  publicUrl: string;
  /** Where media lie that are in no bucket. */
  mediaDir: string;
  /** Null keeps media in a directory. */
  s3: S3Settings | null;
  trustProxy: false | number | string[];
  databaseUrl: string | null;
  /** What nodes count together; null lets each count for itself. */
  redisUrl: string | null;
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
  /** Who may come in until somebody decides otherwise in the product. */
  registration: RegistrationMode;
  adminEmails: string[];
  operator: { name: string | null; contact: string | null; dataLocation: string };
  map: {
    /** A MapLibre style, or a list of tiles, whose streets this server hands on. */
    styleUrl: string | null;
    /** The operator named it: then it may lie in a private network. */
    isStyleNamed: boolean;
    /** What the disk may hold of it. */
    cacheLimit_bytes: number;
    /** The key of Google Maps, which browsers get to see. */
    googleKey: string | null;
  };
  /** Where browsers send the files of messages: a path of the public address, the usual one or another for it. */
  uploadPath: string;
  /** By which push services know this server; null makes keys of its own. */
  push: { publicKey: string; privateKey: string } | null;
  /** A mailto or https address for the makers of push services. */
  pushSubject: string;
  mail: MailSettings | null;
  /** What a new person's wallet begins with, in Dazi. */
  openingDeposit: number;
  rateLimitFactor: number;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Whether browsers may tell what made a page fail, for the log. */
  logsClientErrors: boolean;
  /** For how long events of the outbox are kept. */
  outboxDays: number;
  /** After which messages lose what they say; null keeps them. */
  messageDays: number | null;
  /** After which pictures and videos of messages are erased; null keeps them. */
  mediaDays: number | null;
  /** Where events go from node to node; null for the database itself. */
  natsUrl: string | null;
  /** Events that happen within this time go to the other nodes together. */
  gather_ms: number;
  nodeName: string;
  /** Statements that take longer are logged, without what was asked for in them; 0 logs none. */
  logSlow_ms: number;
  metrics: { host: string; port: number } | null;
  database: {
    pool: number;
    /** Whether statements are prepared; a pooler that hands connections on after each transaction knows of none. */
    prepares: boolean;
    /** Past a pooler: for what belongs to one connection. */
    directUrl: string | null;
    /** How long the start waits for a database that does not answer. */
    wait_s: number;
    /** Where the command goes that moves an embedded one. */
    moveTo: string | null;
  };
  /** Answers are held against the contract and statements to their transaction (tests and development). */
  checksItself: boolean;
  /** All of the above as the environment names them, for the operator to look at; without secrets. */
  settings: readonly ShownSetting[];
  /** A sentence for each name of the environment that is no setting, and nearly one. */
  misspelt: readonly string[];
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const s3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

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

function s3Problems(given: Readonly<Record<string, unknown>>): string[] {
  const named = [...s3Settings, 'S3_REGION', 'S3_REDIRECT'].filter((name) => given[name]);
  const missing = s3Settings.filter((name) => !given[name]);
  if (named.length > 0 && missing.length > 0) return [`${named[0]}: needs ${missing.join(', ')}`];
  if (named.length > 0 && given.MEDIA_DIR) {
    return ['MEDIA_DIR: media lie in a directory or in S3_BUCKET; unset one of them'];
  }
  return [];
}

type Environment = z.output<typeof environmentSchema>;

function s3Of(env: Environment): S3Settings | null {
  if (!env.S3_BUCKET) return null;
  return {
    endpoint: env.S3_ENDPOINT!.replace(/\/+$/, ''),
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
    redirects: env.S3_REDIRECT,
  };
}

/** Never to addresses that anybody may have made up. */
function mailProblems(given: Readonly<Record<string, unknown>>, isDemo: boolean): string[] {
  const { SMTP_URL: url, MAIL_FROM: from } = given;
  if (!url !== !from) return [url ? 'SMTP_URL: needs MAIL_FROM' : 'MAIL_FROM: needs SMTP_URL'];
  return url && isDemo
    ? ['SMTP_URL: in demo mode anyone may give any address; mail needs OIDC_ISSUER and OIDC_CLIENT_ID']
    : [];
}

function mailOf({ SMTP_URL, MAIL_FROM }: Environment): MailSettings | null {
  if (!SMTP_URL || !MAIL_FROM) return null;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const isSecure = protocol === 'smtps:';
  return {
    smtp: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      isSecure,
      login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    },
    from: senderOf(MAIL_FROM)!,
  };
}

function pushProblems({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment): string[] {
  if (Boolean(VAPID_PUBLIC_KEY) !== Boolean(VAPID_PRIVATE_KEY)) {
    const [given, missing] = VAPID_PUBLIC_KEY
      ? ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']
      : ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'];
    return [`${given}: needs ${missing}; unset both to let the server make its own`];
  }
  const fits = !VAPID_PUBLIC_KEY || isPair(VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY!);
  return fits ? [] : ['VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY'];
}

const settingNames = Object.keys(environmentSchema.shape);

/** Names that are no settings, but nearly: what was meant by them is not in force. */
const misspeltIn = (given: Readonly<Record<string, unknown>>): string[] =>
  misspeltSettings(Object.keys(given), settingNames).map(
    (one) => `${one.given} is no setting and changes nothing. Is ${one.meant} meant?`,
  );

/** A name that is misspelt may be the reason why another is missing. */
const configErrorOf = (problems: readonly string[], given: Readonly<Record<string, unknown>>) =>
  new ConfigError([...problems, ...misspeltIn(given)].join('\n'));

/** Every problem is named in one ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (given.REDIS_URL && given.NATS_URL) {
    problems.push('NATS_URL: nodes talk over REDIS_URL or NATS_URL; unset one of them');
  }
  if (!parsed.success) throw configErrorOf(problems, given);
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
  if (!env.DATABASE_URL) {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_POOL', 'DATABASE_PREPARE', 'NATS_URL'] as const) {
      if (given[name]) problems.push(`${name}: needs DATABASE_URL`);
    }
  }
  problems.push(...s3Problems(given), ...mailProblems(given, demo), ...pushProblems(env));
  if (env.METRICS_PORT !== null && env.METRICS_PORT === env.PORT) {
    problems.push('METRICS_PORT: must be another port than PORT');
  }
  if (problems.length > 0) throw configErrorOf(problems, given);

  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    mediaDir: resolve(env.MEDIA_DIR ?? join(env.DATA_DIR, 'media')),
    s3: s3Of(env),
    publicUrl: withoutDot(new URL(env.PUBLIC_URL ?? `http://${host}:${env.PORT}`).origin),
    trustProxy:
      env.TRUST_PROXY === null
        ? false
        : /^\d+$/.test(env.TRUST_PROXY)
          ? Number(env.TRUST_PROXY)
          : env.TRUST_PROXY.split(',').map((address) => address.trim()),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
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
    registration: env.REGISTRATION,
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
      styleUrl: env.MAP_STYLE_URL === noStreets ? null : env.MAP_STYLE_URL,
      isStyleNamed: env.MAP_STYLE_URL !== usualStreets,
      cacheLimit_bytes: env.MAP_CACHE_MB * 1024 * 1024,
      googleKey: env.GOOGLE_MAPS_API_KEY,
    },
    uploadPath: env.UPLOAD_PATH,
    push: env.VAPID_PUBLIC_KEY
      ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY! }
      : null,
    pushSubject: env.VAPID_SUBJECT ?? subjectOf(env.OPERATOR_CONTACT, env.PUBLIC_URL),
    mail: mailOf(env),
    openingDeposit: env.OPENING_DEPOSIT,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
    nodeName: env.NODE_NAME ?? hostname(),
    logSlow_ms: env.LOG_SLOW_MS,
    logsClientErrors: env.CLIENT_ERRORS,
    outboxDays: env.OUTBOX_DAYS,
    messageDays: env.MESSAGE_DAYS,
    mediaDays: env.MEDIA_DAYS,
    natsUrl: env.NATS_URL,
    gather_ms: env.GATHER_MS,
    metrics: env.METRICS_PORT === null ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    database: {
      pool: env.DATABASE_POOL,
      prepares: env.DATABASE_PREPARE,
      directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
      moveTo: env.MOVE_TO,
      wait_s: env.DATABASE_WAIT_S,
    },
    settings: shownSettings(given, env),
    misspelt: misspeltIn(given),
    checksItself: environment.NODE_ENV === 'development' || environment.NODE_ENV === 'test',
  };
}
