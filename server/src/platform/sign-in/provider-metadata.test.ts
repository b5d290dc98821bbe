import { expect, test } from 'vitest';
import { ClientAuthentication } from './provider-metadata.ts';

const refusal = { status: 401, error: 'invalid_client' };
const metadata = { issuer: 'https://provider.example' } as Parameters<ClientAuthentication['turnsTo']>[1];

test('a way that the provider took stays, whatever is refused afterwards', () => {
  const authentication = new ClientAuthentication('a secret');
  expect(authentication.turnsTo(refusal, metadata)).toBe(true);
  authentication.proved();
  expect(authentication.turnsTo(refusal, metadata)).toBe(false);
});
