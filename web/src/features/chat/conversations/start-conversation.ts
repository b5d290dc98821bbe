import type { QueryClient } from '@tanstack/react-query';
import { certainBlocks } from '#features/people/blocks/blocks.api.ts';
import { openConversation } from './conversations.api.ts';
import { isUnanswered } from './outbox.ts';
import { conversationToStart } from './private-rules.ts';
import { toDevice } from './replica/device-copy.ts';
import { restore } from './replica/device-writing.ts';
import { replicaOf } from './replica/replica-store.ts';

/** The conversation with somebody, as it stands or new; without an answer the one this device knows. */
export async function conversationWith(
  client: QueryClient,
  userId: string,
  otherId: string,
): Promise<string> {
  const blocks = certainBlocks(client, userId);
  restore(client, userId);
  const here = toDevice(replicaOf(client).state(), userId, []);
  const known = conversationToStart(here, userId, otherId, blocks);
  try {
    return await openConversation(userId, otherId);
  } catch (error) {
    if (known && isUnanswered(error)) return known.id;
    throw error;
  }
}
