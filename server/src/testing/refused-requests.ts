import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { failureSchema } from '@dazi/contract/kernel/endpoint';
import { type ErrorCode, errorDefinitions } from '@dazi/contract/registry';
import { expect } from 'vitest';
import { decade, type Sample } from './bad-input-scene.ts';
import type { TestApp } from './test-app.ts';
import type { TestPerson } from './test-person.ts';
import { cookieHeader, type RawAnswer, type RawRequest, rawRequest } from './test-request.ts';
import { fingerprintOfTables } from './test-tables.ts';

export const json = { 'content-type': 'application/json' };

/** A request made of a sample; what is raw stands in the place of its query or body. */
export function requestOf(
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Sample,
  raw: { query?: string; body?: string } = {},
): RawRequest {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '');
  const search = raw.query ?? new URLSearchParams(query).toString();
  const text = raw.body ?? (body && JSON.stringify(body));
  return {
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    ...(endpoint.method === 'GET' || text === undefined ? {} : { headers: json, body: text }),
  };
}

/** The envelope, its code known and its status the one of the code; or the code `null` when it succeeded. */
function codeOf(answer: RawAnswer, what: string): ErrorCode | null {
  expect(answer.status, `${what} → ${answer.status} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status < 300) return null;
  const failure = failureSchema.safeParse(JSON.parse(answer.text));
  expect(failure.success, `${what} is answered without the envelope: ${answer.text.slice(0, 300)}`).toBe(
    true,
  );
  const { code, error } = failure.data!;
  const definition = errorDefinitions[code as ErrorCode];
  expect(definition, `${what}: the code ${code} is not in the contract`).toBeDefined();
  expect(answer.status, what).toBe(definition.status);
  expect(error).not.toMatch(/\b(SELECT|INSERT|syntax|stack|node_modules|undefined)\b/);
  return code as ErrorCode;
}

/** Never a 5xx, always the envelope; a refused request leaves everything stored as it was. */
export class Sender {
  readonly #app: TestApp;
  readonly #fingerprint: () => Promise<string>;
  readonly #files: () => Promise<number>;
  /** What is stored, looked at after the last request; null once a request was let through. */
  #known: string | null = null;

  private constructor(app: TestApp, fingerprint: () => Promise<string>) {
    this.#app = app;
    this.#fingerprint = fingerprint;
    this.#files = countingFiles(app);
  }

  static async of(app: TestApp): Promise<Sender> {
    return new Sender(app, await fingerprintOfTables(app.deps.db));
  }

  /** The code of the answer, or null when the request was let through. */
  async send(request: RawRequest, as: TestPerson): Promise<ErrorCode | null> {
    const before = { stored: this.#known ?? (await this.#fingerprint()), files: await this.#files() };
    this.#known = null;
    const answer = await rawRequest(this.#app.url, {
      ...request,
      headers: { ...cookieHeader(as.cookies), ...request.headers },
    });
    const what = `${request.method} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 300)}`;
    const code = codeOf(answer, what);
    if (code !== null) {
      const stored = await this.#fingerprint();
      expect(stored, `${what} was refused and stored`).toBe(before.stored);
      this.#known = stored;
      // Files of a picture that was replaced earlier may still be going away.
      expect(await this.#files(), `${what} was refused and kept a file`).toBeLessThanOrEqual(before.files);
    }
    return code;
  }
}

/** How many files of pictures there are; they are counted again when one was written or removed. */
function countingFiles(app: TestApp): () => Promise<number> {
  const { files } = app.deps;
  const { write, remove } = files;
  let changes = 0;
  let counted = { after: -1, files: 0 };
  const changing =
    <Given extends unknown[]>(change: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      changes++;
      await change(...given);
      changes++;
    };
  Object.assign(files, { write: changing(write), remove: changing(remove) });
  return async () => {
    if (counted.after === changes) return counted.files;
    const found = { after: changes, files: 0 };
    for await (const _key of files.olderThan(new Date(decade))) found.files++;
    counted = found;
    return found.files;
  };
}
