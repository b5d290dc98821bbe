// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import { expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { takeSignInResult } from '#features/identity/sign-in.ts';
import { profileKey } from '#features/people/profiles/profiles.api.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { toasts } from '#ui/toast-store.ts';
import { useGreeting } from './use-greeting.ts';

const user = { id: 'u1', name: 'Mara' } as User;

/** How many greetings there are for somebody who comes back from the provider. */
async function countGreetings(isConfirmed: boolean): Promise<number> {
  // What other tests of this process have said may still stand.
  const before = new Set(toasts.snapshot().map(({ id }) => id));
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  sessionStorage.setItem('dazi.signingIn', '1');
  takeSignInResult();
  const client = createQueryClient();
  client.setQueryData(sessionKey, user);
  client.setQueryData(profileKey('u1'), { userId: 'u1', isConfirmed });
  const { unmount } = await drawHook(useGreeting, client);
  const greetings = toasts.snapshot().filter(({ id }) => !before.has(id));
  unmount();
  vi.unstubAllGlobals();
  for (const { id } of greetings) toasts.close(id);
  return greetings.length;
}

test('who meets "This is you" is greeted by that alone, everybody else by a line', async () => {
  expect(await countGreetings(false)).toBe(0);
  expect(await countGreetings(true)).toBe(1);
});
