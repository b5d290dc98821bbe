import { type LookupAddress, lookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { isPrivateAddress } from './private-address.ts';

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Why nothing usable came. The text names no address: it may hold a key or a place. */
export class OutsideError extends Error {
  override name = 'OutsideError';
  /** The other side is away or overloaded, as opposed to having answered nonsense. */
  readonly isAway: boolean;

  constructor(message: string, isAway: boolean) {
    super(message);
    this.isAway = isAway;
  }
}

export interface OutsideRequest {
  url: URL;
  /** Sent besides what every request carries; there is never a referrer, cookie or address of a viewer. */
  headers: Record<string, string>;
  limit_bytes: number;
  timeout_ms: number;
  /** Host and port that may lie in a private network: the operator named it. */
  trustedHost: string;
  /** Sent by POST, and redirects are answered instead of followed. */
  body?: Buffer;
}

export interface OutsideAnswer {
  status: number;
  /** Lower case, without parameters. */
  type: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Judges the address that is connected to, not one that was looked up earlier. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found as LookupAddress[];
    if (error) callback(error, '', 0);
    else if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(new OutsideError('leads into a private network', false), '', 0);
    } else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

const sockets = { keepAlive: true, maxSockets: 16, timeout: 30_000 } as const;
const agents = {
  'http:': {
    trusted: new HttpAgent(sockets),
    open: new HttpAgent({ ...sockets, lookup: publicOnly }),
    request: httpRequest,
  },
  'https:': {
    trusted: new HttpsAgent(sockets),
    open: new HttpsAgent({ ...sockets, lookup: publicOnly }),
    request: httpsRequest,
  },
};

function agentFor(url: URL, trustedHost: string) {
  const scheme = agents[url.protocol as keyof typeof agents];
  if (!scheme) throw new OutsideError('is no web address', false);
  if (url.host === trustedHost) return { agent: scheme.trusted, request: scheme.request };
  // A number in the address is never looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && isPrivateAddress(literal)) {
    throw new OutsideError('leads into a private network', false);
  }
  return { agent: scheme.open, request: scheme.request };
}

function unpacked(answer: IncomingMessage): NodeJS.ReadableStream {
  const encoding = answer.headers['content-encoding'];
  if (encoding === 'gzip') return answer.pipe(createGunzip());
  if (encoding === 'br') return answer.pipe(createBrotliDecompress());
  if (encoding && encoding !== 'identity') throw new OutsideError('is encoded in an unknown way', false);
  return answer;
}

function readBody(answer: IncomingMessage, limit_bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: Error) => {
      reject(error);
      answer.destroy();
    };
    const stream = unpacked(answer);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit_bytes) refuse(new OutsideError('is too large', false));
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks, Math.min(size, limit_bytes))));
    stream.on('error', () => refuse(new OutsideError('broke off', true)));
    answer.on('aborted', () => refuse(new OutsideError('broke off', true)));
  });
}

function once({ url, headers, limit_bytes, trustedHost, body }: OutsideRequest, signal: AbortSignal) {
  const { agent, request } = agentFor(url, trustedHost);
  return new Promise<OutsideAnswer>((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        signal,
        method: body ? 'POST' : 'GET',
        headers: { 'user-agent': 'Dazi', accept: '*/*', 'accept-encoding': 'gzip, br', ...headers },
      },
      (answer) => {
        const finish = (body: Buffer) =>
          resolve({
            status: answer.statusCode ?? 0,
            type: (answer.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase(),
            headers: answer.headers,
            body,
          });
        if (Number(answer.headers['content-length'] ?? 0) > limit_bytes) {
          reject(new OutsideError('is too large', false));
          answer.destroy();
        } else if (redirects.has(answer.statusCode ?? 0)) {
          finish(Buffer.alloc(0));
          answer.destroy();
        } else {
          try {
            readBody(answer, limit_bytes).then(finish, reject);
          } catch (error) {
            reject(error);
            answer.destroy();
          }
        }
      },
    );
    outgoing.on('error', (error) => {
      reject(error instanceof OutsideError ? error : new OutsideError('could not be reached', true));
    });
    outgoing.end(body);
  });
}

/** Each redirect is judged anew, so that none leads into a private network; one limit holds for all. */
export async function askOutside(wanted: OutsideRequest): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(wanted.timeout_ms);
  let { url } = wanted;
  try {
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const answer = await once({ ...wanted, url }, signal);
      if (!redirects.has(answer.status) || wanted.body) return answer;
      const target = answer.headers.location ?? '';
      if (!URL.canParse(target, url.href)) throw new OutsideError('redirects to nowhere', false);
      url = new URL(target, url);
    }
  } catch (error) {
    if (signal.aborted) throw new OutsideError('took too long', true);
    throw error;
  }
  throw new OutsideError('redirects without end', false);
}
