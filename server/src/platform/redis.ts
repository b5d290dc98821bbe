import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import { ConfigError } from './config.ts';

/** Connections to the Redis of the settings, which come back by themselves after it was away. */
export interface SharedRedis {
  /** For commands. While Redis is away they fail at once, and within two seconds when it is silent. */
  readonly client: Redis;
  /** One more, for what is subscribed to: it can say nothing else. It ends with the others. */
  connection(): Redis;
  isUp(): boolean;
  close(): Promise<void>;
}

const connectLimit_ms = 5000;
/** A connection on which no answer comes for so long is opened anew. */
const silence_ms = 2000;
const tryAgain_ms = 1000;

const options = {
  lazyConnect: true,
  connectTimeout: connectLimit_ms,
  socketTimeout: silence_ms,
  retryStrategy: () => tryAgain_ms,
  // Nothing waits for Redis to come back: whoever asks has an answer of its own.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // Another server has taken the place of the one that writes.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
};

function problemOf(url: string, error: Error & { code?: string }): ConfigError {
  const { host } = new URL(url);
  const said = error.message.replace(/\s+/g, ' ');
  if (/^(WRONGPASS|NOAUTH|ERR invalid password|ERR AUTH)/i.test(said)) {
    return new ConfigError(`REDIS_URL: Redis at ${host} does not take this name and password (${said}).`);
  }
  if (/^(NOPERM|ERR DB index)/i.test(said)) {
    return new ConfigError(`REDIS_URL: Redis at ${host} does not let us do what we have to (${said}).`);
  }
  return new ConfigError(`REDIS_URL: no Redis answers at ${host} (${error.code ?? said}).`);
}

/** Throws ConfigError where it fails: later nobody would notice. What goes wrong from then on is logged once. */
export async function openRedis(
  url: string,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<SharedRedis> {
  const client = new Redis(url, { ...options, commandTimeout: silence_ms });
  let latest: Error | null = null;
  client.on('error', (error: Error) => {
    latest = error;
  });
  try {
    await client.connect();
    // Of a database that it does not have the library says nothing, and uses the first.
    await client.select(client.options.db ?? 0);
  } catch (error) {
    client.disconnect();
    throw problemOf(url, latest ?? (error as Error));
  }
  let isUp = true;
  client.on('ready', () => {
    if (!isUp) log.info('Redis is back: nodes count together again');
    isUp = true;
  });
  client.on('close', () => {
    if (isUp) log.warn({ err: latest }, 'Redis is away: until it is back each node counts for itself');
    isUp = false;
  });
  const further: Redis[] = [];
  return {
    client,
    connection() {
      const another = new Redis(url, { ...options, enableOfflineQueue: true });
      another.on('error', () => {});
      further.push(another);
      return another;
    },
    isUp: () => isUp,
    async close() {
      client.removeAllListeners('close');
      for (const each of [client, ...further]) each.disconnect();
    },
  };
}
