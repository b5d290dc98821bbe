import { sendMessage } from '@dazi/contract/chat/conversations';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { perScene } from './once.ts';
import type { StatementsScene } from './statements-scene.ts';

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
