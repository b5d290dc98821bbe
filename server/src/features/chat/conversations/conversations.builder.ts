import { startConversation } from '@dazi/contract/chat/private-conversations';
import type { TestPerson } from '../../../testing/test-person.ts';

/** A conversation of two people, begun by both: neither has to accept the other. */
export async function aPrivateConversation(one: TestPerson, other: TestPerson): Promise<string> {
  await one.get(startConversation, { body: { otherUserId: other.id } });
  return (await other.get(startConversation, { body: { otherUserId: one.id } })).data.id;
}
