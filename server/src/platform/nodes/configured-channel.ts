import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../database/builder.ts';
import type { Signals } from '../database/connection.ts';
import type { Ids } from '../ids.ts';
import { rememberOnce } from '../installation.store.ts';
import type { SharedRedis } from '../redis.ts';
import type { Channel } from './channel.ts';
import { notifyingChannel } from './notify-channel.ts';

export interface ChannelNeeds {
  signals: Signals;
  redis: SharedRedis | null;
  ids: Ids;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** What it needs is loaded only then. Throws ConfigError when it cannot be had. */
export async function configuredChannel(
  { natsUrl }: Pick<Config, 'natsUrl'>,
  db: Db,
  { signals, redis, ids, log }: ChannelNeeds,
): Promise<Channel> {
  if (redis) {
    const { redisChannel } = await import('./redis-channel.ts');
    return redisChannel(redis, await nameOf(db, ids));
  }
  if (natsUrl === null) return notifyingChannel(db, signals, { ids, log });
  const { natsChannel } = await import('./nats-channel.ts');
  return natsChannel(natsUrl, await nameOf(db, ids), log);
}

/** Others may use the same server, and another Dazi too: each hears its own. */
const nameOf = async (db: Db, ids: Ids) =>
  `dazi-${await rememberOnce(db, 'channel', ids.secret().slice(0, 22))}`;
