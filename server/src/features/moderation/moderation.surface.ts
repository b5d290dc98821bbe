import { sendMessage } from '@dazi/contract/chat/conversations';
import {
  listReports,
  type ReportTargetType,
  report,
  resolveReports,
} from '@dazi/contract/moderation/moderation';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';

let owners = 0;

/** One of each kind: a post, and a person who has a room and has spoken in it. */
async function targetsOfReports({ app, ann, bob }: StatementsScene) {
  const owner = await app.person(`Owner of a room ${owners++}`);
  const room = await aRoom(owner);
  await joined(room, ann);
  const params = { conversationId: room.conversationId };
  const said = await owner.get(sendMessage, { params, body: { content: 'Look here' } });
  const of = (targetType: ReportTargetType, targetId: string) => ({ targetType, targetId, reason: 'spam' });
  return [
    of('post', (await bob.post()).id),
    of('person', owner.id),
    of('room', room.id),
    of('message', said.data.id),
  ];
}

export const moderationSurface: Surface = {
  of: 'moderation',
  calls: [
    {
      endpoint: report,
      // A message, and how one stands in its conversation.
      statements: atMost(4, async (scene) =>
        (await targetsOfReports(scene)).map((body) => ({ as: scene.ann, body })),
      ),
      sample: ({ userId, messageId }) => ({
        body: { userId, targetType: 'post', targetId: messageId, reason: 'other', details: 'x' },
      }),
    },
    {
      endpoint: listReports,
      // Targets, their reports, the posts, the messages, the rooms and the people.
      statements: atMost(7, async (scene) => {
        for (const body of await targetsOfReports(scene)) await scene.ann.get(report, { body });
        return { as: scene.ann };
      }),
      sample: ({ page }) => ({ query: { state: 'resolved', cursor: page.cursor } }),
    },
    {
      endpoint: resolveReports,
      statements: atMost(5, async ({ ann, bob }) => {
        const target = { targetType: 'post', targetId: (await bob.post()).id };
        await ann.get(report, { body: { ...target, reason: 'spam' } });
        return { as: ann, body: { ...target, action: 'remove' } };
      }),
      sample: ({ userId, messageId }) => ({
        body: { userId, targetType: 'post', targetId: messageId, action: 'dismiss' },
      }),
    },
  ],
};
