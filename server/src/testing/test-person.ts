import type { IncomingHttpHeaders } from 'node:http';
import { getSession, type User } from '@dazi/contract/identity/identity';
import type { BodyOf, Endpoint, Failure, ParamsOf, QueryOf, SuccessOf } from '@dazi/contract/kernel/endpoint';
import { saveProfile } from '@dazi/contract/people/profiles';
import { type createPost, createPost as createPostEndpoint, type Post } from '@dazi/contract/posts/posts';
import { lastErrorsOf } from './test-log.ts';
import type { TestProvider } from './test-provider.ts';
import { cookieHeader, rawRequest } from './test-request.ts';

type Answer<E extends Endpoint> = { status: number; headers: IncomingHttpHeaders } & (SuccessOf<E> | Failure);

/** Near Haight Street, where the demo town is. */
export const haight = { latitude: 37.7699, longitude: -122.4468 };

/** In Vancouver, far away from every room near Haight Street. */
export const farAway = { latitude: 49.28, longitude: -123.12 };

export const emailOf = (name: string) =>
  `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@people.example`;

/** Somebody who uses the API over HTTP with a cookie jar, as a browser would. */
export class TestPerson {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  user: User | null = null;

  constructor(origin: string) {
    this.origin = origin;
  }

  get id(): string {
    if (!this.user) throw new Error('Not signed in');
    return this.user.id;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(cookieHeader(this.cookies))) headers.set(name, value);
    const answer = await fetch(new URL(path, this.origin), { ...init, headers, redirect: 'manual' });
    this.#keep(answer.headers.getSetCookie());
    return answer;
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
  }

  /** Follows redirects, keeping the cookies of each step. */
  async browse(path: string, init: RequestInit = {}): Promise<{ url: string; answer: Response }> {
    let url = new URL(path, this.origin).href;
    let step = init;
    for (let hop = 0; hop < 12; hop++) {
      const answer = await this.fetch(url, step);
      const next = answer.headers.get('location');
      if (!next) return { url, answer };
      url = new URL(next, url).href;
      step = {};
      if (new URL(url).pathname === '/') return { url, answer };
    }
    throw new Error('Too many redirects');
  }

  /** Fills in the provider's form; what comes of it says `getSession`. Answers where it ended. */
  async visitProvider(name: string, email = emailOf(name)): Promise<string> {
    const page = await this.browse('/api/auth/sign-in?returnTo=/');
    return (await this.browse(page.url, { method: 'POST', body: new URLSearchParams({ email, name }) })).url;
  }

  async signIn(name: string, email = emailOf(name)) {
    const url = await this.visitProvider(name, email);
    const session = await this.call(getSession, {});
    if (!session.success || !session.data) throw new Error(`Sign-in failed, ended at ${url}`);
    this.user = session.data;
    return this;
  }

  /** At a provider that several nodes share; one after the other, because it knows one person at a time. */
  async signInAt(provider: TestProvider, name: string) {
    provider.subject = name;
    provider.manners = { userinfo: { name, email: emailOf(name), email_verified: true } };
    const { url } = await this.browse('/api/auth/sign-in?returnTo=/');
    const session = await this.call(getSession, {});
    if (!session.success || !session.data) throw new Error(`Sign-in failed, ended at ${url}`);
    this.user = session.data;
    return this;
  }

  /** Not by `fetch`, which takes three times as long. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: { params?: ParamsOf<E>; query?: QueryOf<E>; body?: BodyOf<E> },
  ): Promise<Answer<E>> {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent((input.params as Record<string, string>)[name] ?? ''),
    );
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const { status, headers, text } = await rawRequest(this.origin, {
      method: endpoint.method,
      path: query.size > 0 ? `${path}?${query}` : path,
      headers: {
        ...cookieHeader(this.cookies),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    this.#keep(headers['set-cookie'] ?? []);
    const envelope = JSON.parse(text) as SuccessOf<E> | Failure;
    // Who compares or prints an answer means what was said.
    return Object.defineProperty({ ...envelope, status }, 'headers', { value: headers }) as Answer<E>;
  }

  /** The data of a call that must succeed. */
  async get<E extends Endpoint>(endpoint: E, input: Parameters<TestPerson['call']>[1] = {}) {
    const answer = await this.call(endpoint, input as never);
    if (!answer.success) {
      const logged = answer.status >= 500 ? `\n${lastErrorsOf(this.origin)}` : '';
      throw new Error(`${endpoint.name}: ${answer.status} ${answer.code} ${JSON.stringify(answer)}${logged}`);
    }
    return answer as SuccessOf<E>;
  }

  async saveProfile(changes: BodyOf<typeof saveProfile>) {
    return (await this.get(saveProfile, { params: { userId: this.id }, body: changes })).data;
  }

  async post(input: Partial<BodyOf<typeof createPost>> = {}): Promise<Post> {
    const body = { userId: this.id, content: 'Hello', location: haight, ...input };
    return (await this.get(createPostEndpoint, { body })).data;
  }
}
