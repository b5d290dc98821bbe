import type { ErrorCode } from '@dazi/contract/registry';
import { AppError } from '../app-error.ts';

export type SignInStep = 'discovery' | 'answer' | 'token' | 'signature' | 'userinfo' | 'door' | 'account';

/** A sign-in that failed: what the person is told, and for the operator's log where and why. */
export class SignInError extends AppError {
  readonly step: SignInStep;

  constructor(code: ErrorCode, step: SignInStep, cause?: unknown, values: Record<string, string> = {}) {
    super(code, { values });
    this.step = step;
    this.cause = cause;
  }
}

interface SignInReason {
  step?: SignInStep;
  /** The `error` of the provider's answer as OAuth defines it, such as `invalid_client`. */
  providerError?: string;
  status?: number;
  /** The claim or field that was not as it should be. */
  claim?: string;
  /** What the libraries and the network call it, the outermost first. */
  codes?: string[];
}

/** Registered error names are words; an address, a token or a sentence is none. */
const providerErrorPattern = /^[a-z]+(_[a-z]+){0,5}$/;
const codePattern = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
const claimPattern = /^[a-z]+(_[a-z]+){0,5}$/;

const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && value.length <= 60 && pattern.test(value) ? value : undefined;

/** Why a sign-in failed, in words of the standards alone: descriptions may quote a token or an address. */
export function signInReason(error: unknown): SignInReason {
  const reason: SignInReason = error instanceof SignInError ? { step: error.step } : {};
  const codes: string[] = [];
  // The code of our own errors is logged as such.
  let at = error instanceof AppError ? error.cause : error;
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth++) {
    const { code, error: named, status, claim, attribute, cause } = at as Record<string, unknown>;
    const said = matching(code, codePattern);
    if (said) codes.push(said);
    const answered = matching(named, providerErrorPattern);
    if (answered) reason.providerError ??= answered;
    if (typeof status === 'number') reason.status ??= status;
    const part = matching(claim ?? attribute, claimPattern);
    if (part) reason.claim ??= part;
    at = cause;
  }
  return codes.length > 0 ? { ...reason, codes: [...new Set(codes)] } : reason;
}
