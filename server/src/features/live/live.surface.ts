import { sync } from '@dazi/contract/live/live';
import { eventsPath } from '@dazi/contract/live/live.rules';
import { ask, everyone, type Outcome, ownerOnly } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';

async function askForStream(as: TestPerson, query: string): Promise<Outcome> {
  const stop = new AbortController();
  const answer = await as.fetch(eventsPath + query, { signal: stop.signal });
  const outcome =
    answer.status === 200 ? '200' : `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  stop.abort();
  return outcome;
}

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
      may: [
        {
          of: "the owner's stream",
          expected: ownerOnly('404 STREAM_UNKNOWN', '404 STREAM_UNKNOWN'),
          async request(scene, as) {
            const stream = await TestStream.open(scene.people.owner);
            const outcome = await ask(as, sync, { body: { streamId: stream.id, areas: [] } });
            stream.close();
            return outcome;
          },
        },
      ],
      acrossBlocks: 'areas, whose news are fetched, and numbers of own conversations',
    },
  ],
  events: [
    { type: 'connected', acrossBlocks: 'the stream alone' },
    { type: 'heartbeat', acrossBlocks: 'the stream alone' },
    { type: 'area', acrossBlocks: 'what it carries has rows of its own' },
    { type: 'resync', acrossBlocks: 'the stream alone' },
    { type: 'signed_out', acrossBlocks: 'the own session' },
  ],
  paths: [
    {
      method: 'GET',
      path: eventsPath,
      may: [
        {
          of: 'a stream without a name',
          expected: everyone('200'),
          request: (_scene, as) => askForStream(as, ''),
        },
        {
          of: "the owner's stream",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          request: (scene, as) => askForStream(as, `?userId=${scene.people.owner.id}`),
        },
      ],
    },
  ],
};
