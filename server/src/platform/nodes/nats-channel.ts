import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '../config.ts';
import type { Channel } from './channel.ts';

/** Whatever a server allows beyond it, the others are to read on in between. */
const limit_bytes = 256 * 1024;
const connectLimit_ms = 5000;
/** A server that went away is asked for again this often, for as long as it takes. */
const tryAgain_ms = 250;
/** A connection that is silent for twice as long is lost. */
const ping_ms = 10_000;

/** `urls` are separated by commas. Throws ConfigError when none answers at the start, or lets this node in. */
export async function natsChannel(
  urls: string,
  subject: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Channel> {
  const connection = await connected(urls);
  let isConnected = true;
  let opened = () => {};
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isConnected = false;
        log.warn(
          'the connection to NATS is lost; what other nodes say is read in the outbox until it is back',
        );
      }
      if (type === 'reconnect') {
        isConnected = true;
        opened();
      }
    }
  })();

  return {
    limit_bytes: Math.min(limit_bytes, connection.info?.max_payload ?? limit_bytes),
    async tell(texts) {
      // It would keep what is said until the server is back, when it is of no use any more.
      if (!isConnected) throw new Error('NATS is away');
      for (const text of texts) connection.publish(subject, text);
    },
    async hear(heard, whenOpened) {
      opened = whenOpened;
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) log.warn({ err: error }, 'a letter of NATS was not heard');
          else heard(message.string());
        },
      });
      await connection.flush();
      opened();
    },
    close: () => connection.close(),
  };
}

async function connected(urls: string): Promise<NatsConnection> {
  const addresses = urls.split(',').map((one) => new URL(one.trim()));
  const [{ username, password, protocol }] = addresses as [URL];
  try {
    return await connect({
      servers: addresses.map(({ host }) => host),
      name: 'dazi',
      timeout: connectLimit_ms,
      maxReconnectAttempts: -1,
      reconnectTimeWait: tryAgain_ms,
      pingInterval: ping_ms,
      ...(protocol === 'tls:' && { tls: {} }),
      ...(password
        ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
        : username && { token: decodeURIComponent(username) }),
    });
  } catch (error) {
    const hosts = addresses.map(({ host }) => host).join(', ');
    throw new ConfigError(`NATS_URL: ${hosts}: ${(error as Error).message}`);
  }
}
