import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const mostListed = 1000;
const region = 'us-east-1';

interface StoredObject {
  bytes: Buffer;
  modifiedAt: Date;
}

/** What requests do to it: `cut` ends connections, `silent` never answers, a status is answered. */
type Manner = 'fine' | 'cut' | 'silent' | number;

/** As S3 by the addresses that Dazi uses. It computes the signature of each request and refuses any other. */
export class TestS3 {
  readonly accessKeyId = 'TESTKEY';
  readonly secretAccessKey = 'the secret of the test/key+with=signs';
  readonly bucket = 'dazi-media';
  readonly objects = new Map<string, StoredObject>();
  /** What was asked for: `PUT parts/…`. */
  readonly asked: string[] = [];
  manner: Manner = 'fine';
  /** Applies only to so many requests. */
  misbehaves = Number.POSITIVE_INFINITY;
  #server: Server | null = null;
  #port = 0;

  async start(): Promise<this> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => response.destroy(error));
    });
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get settings(): Record<string, string> {
    return {
      S3_ENDPOINT: this.origin,
      S3_BUCKET: this.bucket,
      S3_ACCESS_KEY_ID: this.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, this.origin);
    const body = await buffer(request);
    const [bucket = '', ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const key = rest.join('/');
    this.asked.push(`${request.method} ${key}`);
    if (this.manner !== 'fine' && this.misbehaves-- > 0) {
      if (this.manner === 'cut') return request.socket.destroy();
      if (this.manner === 'silent') return;
      return refuse(response, this.manner, 'InternalError');
    }
    const refusal = this.#refusal(request, url, body);
    if (refusal) return refuse(response, 403, refusal);
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return request.method === 'HEAD' ? response.end() : this.#list(url, response);
    const found = this.objects.get(key);
    if (request.method === 'PUT') {
      this.objects.set(key, { bytes: body, modifiedAt: new Date() });
      return response.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return response.writeHead(204).end();
    }
    if (!found) return refuse(response, 404, 'NoSuchKey');
    this.#give(found, request, url, response);
  }

  #give({ bytes }: StoredObject, request: IncomingMessage, url: URL, response: ServerResponse) {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = first === undefined ? bytes : bytes.subarray(Number(first), Number(last) + 1);
    const named = (name: string) => url.searchParams.get(`response-${name}`);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': part.length,
      'content-type': named('content-type') ?? 'application/octet-stream',
      ...(named('content-disposition') ? { 'content-disposition': named('content-disposition')! } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  #list(url: URL, response: ServerResponse) {
    if (url.searchParams.get('list-type') !== '2') return refuse(response, 400, 'InvalidArgument');
    const token = url.searchParams.get('continuation-token');
    // Signs that have to survive XML and an address.
    const mark = '<&+/ ';
    if (token !== null && !token.startsWith(mark)) return refuse(response, 400, 'InvalidToken');
    const after = token?.slice(mark.length) ?? '';
    const keys = [...this.objects.keys()].sort().filter((key) => key > after);
    const page = keys.slice(0, mostListed);
    const isTruncated = keys.length > page.length;
    const contents = page.map((key) => {
      const { bytes, modifiedAt } = this.objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size><Owner><ID>Key</ID></Owner></Contents>`;
    });
    const next = isTruncated
      ? `<NextContinuationToken>&lt;&amp;+/ ${page.at(-1)}</NextContinuationToken>`
      : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name>${contents.join('')}<IsTruncated>${isTruncated}</IsTruncated>${next}</ListBucketResult>`,
    );
  }

  /** Signature version 4, in a header or in the address; null when it is right. */
  #refusal(request: IncomingMessage, url: URL, body: Buffer): string | null {
    const inAddress = url.searchParams.get('X-Amz-Signature');
    const fields = new Map(
      /^AWS4-HMAC-SHA256 (.*)$/
        .exec(request.headers.authorization ?? '')?.[1]
        ?.split(/, */)
        .map((field) => field.split('=', 2) as [string, string]),
    );
    const of = (name: string) => (inAddress ? url.searchParams.get(`X-Amz-${name}`) : fields.get(name)) ?? '';
    const date = (inAddress ? of('Date') : request.headers['x-amz-date']?.toString()) ?? '';
    const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
    if (of('Credential') !== `${this.accessKeyId}/${scope}`) return 'InvalidAccessKeyId';
    const signedAt = Date.parse(date.replace(/^(....)(..)(..T..)(..)(.*)$/, '$1-$2-$3:$4:$5'));
    const lifetime_s = inAddress ? Number(of('Expires')) : 900;
    if (!(Math.abs(Date.now() - signedAt) <= lifetime_s * 1000)) return 'AccessDenied';
    const digest = inAddress ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
    if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    const names = of('SignedHeaders').split(';');
    if (!names.includes('host') || (!inAddress && !names.includes('x-amz-content-sha256')))
      return 'AccessDenied';
    const query = [...url.searchParams]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&');
    const path = url.pathname.split('/').map(decodeURIComponent).map(encoded).join('/');
    const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
    const canonical = [request.method, path, query, headers, names.join(';'), digest].join('\n');
    const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
    const key = [region, 's3', 'aws4_request'].reduce(
      (made, text) => hmac(made, text),
      hmac(`AWS4${this.secretAccessKey}`, date.slice(0, 8)),
    );
    const signature = inAddress ?? fields.get('Signature');
    return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
