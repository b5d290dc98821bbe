import { expect, test } from 'vitest';
import { addressAfterDeletion } from './after-deletion.ts';

test.each([
  ['/chat-rooms/r1/manage', '', '/'],
  ['/chat-rooms/r1', '?invite=x', '/'],
  ['/my-chatrooms/r1', '', '/'],
  ['/messages/c1', '', '/messages/c1'],
  ['/', '?map=12/1/2', '/?map=12/1/2'],
  ['/chat-rooms/r10', '', '/chat-rooms/r10'],
])('MOD-028, MOD-056 from %s%s the page is loaded at %s', (pathname, search, address) => {
  expect(addressAfterDeletion({ pathname, search }, 'r1')).toBe(address);
});
