import { type Language, languages } from '@dazi/contract/identity/identity.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { signInCookie } from '../http/cookies.ts';
import type { SignInAttempt } from './relying-party.ts';

export const languageIn = (asked: unknown): Language | null =>
  languages.find((language) => language === asked) ?? null;

/** So many tabs may be at the provider at once; the oldest gives way. All of them together fit into the headers of a request. */
const mostAttempts = 6;
/** Longer paths are not returned to: browsers drop a cookie that is too large without a word. */
const longestReturnPath = 1000;

const statePattern = /^[\w-]{16,64}$/;

type BegunAttempt = SignInAttempt & {
  keep: boolean;
  invitationId: string | null;
  language: Language | null;
};
type StoredAttempt = BegunAttempt & { begunAt: number };

/** The sign-ins that a browser has under way, each with a cookie of its own, so that tabs do not disturb each other. */
export class SignInAttempts {
  readonly #prefix: string;
  readonly #options: ReturnType<typeof signInCookie>['options'];

  constructor(config: Config) {
    const { name, options } = signInCookie(config);
    this.#prefix = `${name}.`;
    this.#options = options;
  }

  store(request: FastifyRequest, reply: FastifyReply, attempt: BegunAttempt, now: Date): void {
    const others = Object.keys(request.cookies)
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => ({ name, begunAt: this.#read(request, name)?.begunAt ?? 0 }))
      .toSorted((a, b) => b.begunAt - a.begunAt);
    for (const { name } of others.slice(mostAttempts - 1)) reply.clearCookie(name, this.#options);
    const returnTo = attempt.returnTo.length > longestReturnPath ? '/' : attempt.returnTo;
    const stored: StoredAttempt = { ...attempt, returnTo, begunAt: now.getTime() };
    const value = Buffer.from(JSON.stringify(stored)).toString('base64url');
    reply.setCookie(this.#prefix + attempt.state, value, this.#options);
  }

  /** The attempt that this state belongs to; it serves once. What a browser has kept may be anything. */
  take(request: FastifyRequest, reply: FastifyReply, state: unknown): BegunAttempt | null {
    if (typeof state !== 'string' || !statePattern.test(state)) return null;
    const name = this.#prefix + state;
    if (request.cookies[name] === undefined) return null;
    reply.clearCookie(name, this.#options);
    const attempt = this.#read(request, name);
    return attempt?.state === state ? attempt : null;
  }

  #read(request: FastifyRequest, name: string): StoredAttempt | null {
    try {
      const text = Buffer.from(request.cookies[name] ?? '', 'base64url').toString();
      const attempt = JSON.parse(text) as StoredAttempt | null;
      const { state, nonce, codeVerifier, returnTo, begunAt, invitationId } = attempt ?? {};
      const texts = [state, nonce, codeVerifier, returnTo];
      const isWhole = texts.every((part) => typeof part === 'string') && typeof begunAt === 'number';
      if (!attempt || !isWhole) return null;
      return {
        ...attempt,
        keep: attempt.keep === true,
        language: languageIn(attempt.language),
        invitationId: typeof invitationId === 'string' ? invitationId : null,
      };
    } catch {
      return null;
    }
  }
}
