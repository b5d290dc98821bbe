import { sendMessage } from '@dazi/contract/chat/conversations';
import { startConversation } from '@dazi/contract/chat/private-conversations';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import type { StatementsScene } from '../../../testing/statements-scene.ts';
import { perScene } from '../../../testing/surface.ts';
import type { TestPerson } from '../../../testing/test-person.ts';

/** A conversation of two people, begun by both: neither has to accept the other. */
export async function aPrivateConversation(one: TestPerson, other: TestPerson): Promise<string> {
  await one.get(startConversation, { body: { otherUserId: other.id } });
  return (await other.get(startConversation, { body: { otherUserId: one.id } })).data.id;
}

/** A room of Bob's with Ann, Dan and Eve in it, where Bob has called Ann and Dan. */
export const aTalk = perScene(async ({ app, ann, bob }: StatementsScene) => {
  const room = await aRoom(bob, { placed: true });
  await joined(room, ann, await app.person('Dan'), await app.person('Eve'));
  const params = { conversationId: room.conversationId };
  const content = 'Hello @Ann and @Dan';
  const said = await bob.get(sendMessage, { params, body: { content } });
  return { params, content, saidId: said.data.id };
});

export const said = async ({ bob }: StatementsScene, conversationId: string, body: object) =>
  (await bob.get(sendMessage, { params: { conversationId }, body: { content: 'Hello', ...body } })).data.id;
