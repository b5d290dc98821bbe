import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestProvider } from '../../testing/test-provider.ts';
import { knownProviders } from '../../testing/test-provider-manners.ts';
import { readConfig } from '../config.ts';
import { relyingParty } from './relying-party.ts';
import { SignInError, signInReason } from './sign-in-error.ts';

const secret = 'a-client-secret-of-32-characters';
const provider = new TestProvider();
beforeAll(async () => void (await provider.start()));
afterAll(() => provider.stop());
beforeEach(() => {
  provider.manners = {};
  provider.misbehaviour = {};
});

/** A sign-in as a browser goes through it, at a server that was started with these settings. */
async function signIn(settings: Record<string, string> = {}, party = partyWith(settings)) {
  const { address, attempt } = await party.begin('/', 'en');
  const answer = await fetch(address, { redirect: 'manual' });
  return party.complete(new URL(answer.headers.get('location')!), attempt);
}

function partyWith(settings: Record<string, string>) {
  const config = readConfig({
    ...provider.environment,
    ...(provider.manners.secret ? { OIDC_CLIENT_SECRET: provider.manners.secret } : {}),
    ...settings,
  });
  return relyingParty(config, { ...config.provider!, alwaysAsk: false });
}

test.each(Object.entries(knownProviders))('%s', async (_name, { manners, expected, settings, asked }) => {
  provider.manners = manners;
  const issuer = provider.issuer;
  const configured = { OIDC_ISSUER: issuer.replace(/\/$/, ''), ...settings };
  expect(await signIn(configured)).toEqual({ issuer, subject: 'subject-1', ...expected });
  expect(Object.fromEntries(provider.asked)).toMatchObject(asked ?? {});
});

async function failureOf(signing: Promise<unknown>) {
  const error = await signing.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(SignInError);
  return { code: (error as SignInError).code, ...signInReason(error) };
}

test('a code that was spent with the first way of authentication costs one sign-in, not all', async () => {
  provider.manners = { secret, authentication: ['client_secret_post'], spendsCodes: true };
  const party = partyWith({});
  expect(await failureOf(signIn({}, party))).toMatchObject({
    code: 'SIGN_IN_FAILED',
    step: 'token',
    providerError: 'invalid_grant',
  });
  expect(await signIn({}, party)).toMatchObject({ subject: 'subject-1' });
});

test('a wrong secret is refused, and the log says so', async () => {
  provider.manners = { secret, authentication: ['client_secret_post'] };
  const wrong = { OIDC_CLIENT_SECRET: 'another secret' };
  expect(await failureOf(signIn(wrong))).toMatchObject({
    step: 'token',
    providerError: 'invalid_client',
    status: 401,
  });
});

test('a token signed with another secret is refused', async () => {
  provider.manners = { secret, algorithm: 'HS256' };
  provider.misbehaviour = { foreignKey: true };
  expect(await failureOf(signIn())).toEqual({
    code: 'INVALID_IDENTITY_TOKEN',
    step: 'signature',
    codes: ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  });
});

test('where there is no secret, nothing is signed with one', async () => {
  provider.manners = {
    secret,
    authentication: ['none'],
    algorithm: 'HS256',
    metadata: { id_token_signing_alg_values_supported: ['HS256'] },
  };
  const settings = { OIDC_CLIENT_SECRET: '' };
  expect(await failureOf(signIn(settings))).toMatchObject({
    code: 'INVALID_IDENTITY_TOKEN',
    step: 'signature',
  });
});

test.each([
  ['another nonce', { claims: (claims: object) => ({ ...claims, nonce: 'x' }) }, 'token', { claim: 'nonce' }],
  ['a foreign key', { foreignKey: true }, 'signature', {}],
  [
    'an error of the token endpoint',
    { tokenStatus: 400 },
    'token',
    { providerError: 'server_error', status: 400 },
  ],
  ['userinfo that fails', { userinfoStatus: 503 }, 'userinfo', { status: 503 }],
])('the reason of %s is known', async (_what, misbehaviour, step, more) => {
  provider.misbehaviour = misbehaviour;
  expect(await failureOf(signIn())).toMatchObject({ step, ...more });
});

test('the reason of a failure holds no token, no address and no sentence', () => {
  const spoken = Object.assign(new Error('ann@people.example: eyJhbGciOi.x.y'), {
    error: 'ann@people.example',
    error_description: 'Ann is unknown',
    code: 'eyJhbGciOi',
    claim: 'https://people.example/ann',
    cause: { error: 'invalid_grant', code: 'ECONNREFUSED' },
  });
  expect(signInReason(new SignInError('SIGN_IN_FAILED', 'token', spoken))).toEqual({
    step: 'token',
    providerError: 'invalid_grant',
    codes: ['ECONNREFUSED'],
  });
});
