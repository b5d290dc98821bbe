import { sync } from '@dazi/contract/live/live';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { TestStream } from '../../testing/test-stream.ts';

export const liveSurface: Surface = {
  of: 'live',
  calls: [
    {
      endpoint: sync,
      statements: atMost(3, async ({ ann }) => {
        const stream = await TestStream.open(ann);
        const body = { streamId: stream.id, areas: [{ cell: 1, version: null }] };
        return { as: ann, body, after: async () => stream.close() };
      }),
      sample: ({ room, stream }) => ({
        body: {
          streamId: stream.id,
          areas: [{ cell: 7, version: 1 }],
          conversations: [{ id: room.conversationId, sequence: 1, change: 0 }],
        },
      }),
    },
  ],
};
