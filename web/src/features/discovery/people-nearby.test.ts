// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { nearbyKey } from '#features/chat/presence/presence.api.ts';
import { dropMatch } from './people.api.ts';

it('who was blocked leaves the current matches (BLOCK-012)', () => {
  const client = new QueryClient();
  const match = (userId: string) => ({ profile: { userId } });
  client.setQueryData(nearbyKey, { matches: [match('theo'), match('rosa')], sharedUntil: 'soon' });
  dropMatch(client, 'theo');
  expect(client.getQueryData(nearbyKey)).toEqual({ matches: [match('rosa')], sharedUntil: 'soon' });
  const empty = new QueryClient();
  dropMatch(empty, 'theo');
  expect(empty.getQueryData(nearbyKey)).toBeUndefined();
});
