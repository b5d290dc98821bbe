import type { SharedRedis } from '../redis.ts';
import type { Channel } from './channel.ts';

/** Redis takes far more; the others are to read on in between. */
const limit_bytes = 256 * 1024;

export function redisChannel(redis: SharedRedis, name: string): Channel {
  const ear = redis.connection();
  return {
    limit_bytes,
    async tell(texts) {
      await Promise.all(texts.map((text) => redis.client.publish(name, text)));
    },
    async hear(heard, opened) {
      ear.on('message', (_channel, text) => heard(text));
      await ear.subscribe(name);
      opened();
      // It subscribes anew by itself, right after.
      ear.on('ready', () => setImmediate(opened));
    },
    async close() {
      ear.disconnect();
    },
  };
}
