import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/builder.ts';
import type { Signals } from '../database/connection.ts';
import type { Ids } from '../ids.ts';
import { notifyChannel } from '../outbox.store.ts';
import type { Channel } from './channel.ts';

/** PostgreSQL takes less than 8000 bytes at once. */
const limit_bytes = 7900;

const channel = 'dazi_nodes';

/** Something is said to oneself this often; when it is not heard before the next time, the connection is lost. */
const echo_ms = 15_000;

/** A NOTIFY waits for a lock of the whole server: it is a statement of its own, in no transaction people wait for. */
export function notifyingChannel(
  db: Db,
  signals: Signals,
  { ids, log }: { ids: Ids; log: Pick<FastifyBaseLogger, 'warn' | 'error'> },
): Channel {
  const echo = `echo ${ids.secret()}`;
  let isEchoDue = false;
  const say = (texts: readonly string[]) => notifyChannel(db, channel, texts);

  async function tryEcho() {
    if (isEchoDue) {
      isEchoDue = false;
      log.warn('the connection to the other nodes is silent and opened anew');
      await signals.renew();
      return;
    }
    isEchoDue = true;
    await say([echo]).catch(() => {
      isEchoDue = false;
    });
  }
  const timer = setInterval(() => {
    tryEcho().catch((error) => log.error({ err: error }, 'other nodes are not heard'));
  }, echo_ms);

  return {
    limit_bytes,
    tell: say,
    hear: (heard, opened) =>
      signals.listen(
        channel,
        (text) => {
          if (!text.startsWith('echo ')) heard(text);
          else if (text === echo) isEchoDue = false;
        },
        () => {
          isEchoDue = false;
          opened();
        },
      ),
    async close() {
      clearInterval(timer);
    },
  };
}
