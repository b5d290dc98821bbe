import { getConversation } from '@dazi/contract/chat/conversation-views';
import { listMessages, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { joinRoom, leaveRoom, removeParticipant, removeRoom } from '@dazi/contract/chat/rooms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cast, makeCast } from '../../../testing/may-cast.ts';
import { makeRoom, type RoomScene } from '../../../testing/may-talks.ts';
import { haight } from '../../../testing/test-person.ts';
import { uploaded } from '../../../testing/test-uploads.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterAll(() => cast.app.close());

/** A picture that the owner sends into a room. */
async function pictureIn({ conversationId }: RoomScene) {
  const content = await uploaded(cast.people.owner);
  const body = { type: 'IMAGE', content } as const;
  return (await cast.people.owner.get(sendMessage, { params: { conversationId }, body })).data.media!.id;
}

describe('pictures of messages (COMP-073)', () => {
  test('are read by the members of the moment, and kept by nobody', async () => {
    const room = await makeRoom(cast, 'members');
    const { roomId, conversationId } = room;
    const mediaId = await pictureIn(room);
    const addresses = [`/api/media/${mediaId}`, `/api/media/${mediaId}/thumbnail`];
    for (const address of addresses) {
      const answer = await cast.people.stranger.fetch(address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
    const params = { roomId };
    await cast.people.owner.get(removeParticipant, {
      params,
      body: { targetUserId: cast.people.stranger.id },
    });
    await cast.people.administrator.get(leaveRoom, { params, body: {} });
    for (const address of addresses) {
      expect((await cast.people.stranger.fetch(address)).status).toBe(404);
      expect((await cast.people.administrator.fetch(address)).status).toBe(404);
      expect((await cast.host.fetch(address)).status).toBe(200);
    }
    await cast.people.owner.get(leaveRoom, { params, body: {} });
    // Whoever sent it is a reader like others.
    for (const address of addresses) expect((await cast.people.owner.fetch(address)).status).toBe(404);
    await cast.people.stranger.get(joinRoom, { params, body: haight });
    for (const address of addresses) expect((await cast.people.stranger.fetch(address)).status).toBe(200);
    expect((await cast.host.get(getConversation, { params: { conversationId } })).data.userRole).toBe(
      'OWNER',
    );
  });

  test('are gone for everybody when the message is taken back, and when the room ends', async () => {
    for (const end of ['taken back', 'ended']) {
      const room = await makeRoom(cast, 'members');
      const { roomId, conversationId } = room;
      const mediaId = await pictureIn(room);
      const sent = (await cast.people.owner.get(listMessages, { params: { conversationId } })).data.at(-1)!;
      if (end === 'ended') await cast.people.owner.get(removeRoom, { body: { chatRoomId: roomId } });
      else {
        const params = { conversationId, messageId: sent.id };
        await cast.people.owner.get(removeMessage, { params, body: {} });
      }
      for (const reader of [cast.people.owner, cast.people.stranger, cast.host]) {
        for (const address of [`/api/media/${mediaId}`, `/api/media/${mediaId}/thumbnail`]) {
          expect((await reader.fetch(address)).status, end).toBe(404);
        }
      }
    }
  });
});
