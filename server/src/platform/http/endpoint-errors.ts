import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { generalErrors } from '@dazi/contract/kernel/errors';
import type { ErrorCode } from '@dazi/contract/registry';

/** What any endpoint may answer, because it is said before or beside its handler. */
export const generalCodes = Object.keys(generalErrors) as (keyof typeof generalErrors)[];

/** What an endpoint may answer beyond the general codes; contract/src/registry.test.ts holds that these exist. */
export function ownCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { errors, signInError, tooLargeError, who, whileOut } = endpoint;
  // To who was put out, in place of being asked to sign in.
  const refusesOut = (who === 'signed-in' || who === 'anyone') && whileOut !== true;
  const out = refusesOut ? ['ACCOUNT_SUSPENDED', 'ACCOUNT_CLOSED'] : [];
  const codes = [...errors, ...out, signInError, tooLargeError].filter((code) => code !== undefined);
  return [...new Set(codes)] as ErrorCode[];
}

const isGeneral = (code: ErrorCode): boolean => Object.hasOwn(generalErrors, code);

export const mayAnswer = (endpoint: Endpoint, code: ErrorCode): boolean =>
  isGeneral(code) || ownCodesOf(endpoint).includes(code);
