import { sendMessage } from '@dazi/contract/chat/conversations';
import type { Room } from '@dazi/contract/chat/rooms';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { rememberOnce } from '#platform/installation.store.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import type { TestPerson } from './test-person.ts';
import { picture } from './test-pictures.ts';
import { TestStream } from './test-stream.ts';

export interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** Where Ann could do nothing more afterwards. */
  readonly as?: 'visitor';
}

export type SampleOf = Sample | ((scene: SampleScene) => Sample | Promise<Sample>);

/** A time that is far away. */
export const decade = '2030-01-01T00:00:00.000Z';

export interface SampleScene {
  readonly app: TestApp;
  /** An administrator, so that what only they may do is looked at too. She sends all requests. */
  readonly ann: TestPerson;
  readonly userId: string;
  readonly bob: TestPerson;
  /** Somebody far away from the rooms. */
  readonly far: TestPerson;
  /** A post of Bob's. */
  readonly messageId: string;
  /** As a data address. */
  readonly image: string;
  /** What lists that go on are asked with. */
  readonly page: Readonly<Record<'limit' | 'page' | 'cursor', string>>;
  readonly stream: TestStream;
  /** Of Ann's, with Bob in it. */
  readonly room: Room;
  readonly ofRoom: { readonly params: { readonly roomId: string } };
  readonly inRoom: { readonly conversationId: string };
  readonly saidId: string;
  readonly bobsRoom: Room;
  close(): Promise<void>;
}

export async function makeSampleScene(): Promise<SampleScene> {
  const app = await startTestApp({ ADMIN_EMAILS: 'ann@people.example' });
  // Loading the town for real takes long and is another test's business.
  await rememberOnce(app.deps.db, 'demo town', 'loaded before');
  const [ann, bob, far] = [await app.person('Ann'), await app.person('Bob'), await app.person('Far')];
  const stream = await TestStream.open(ann);
  const { id: messageId } = await bob.post();
  const room = await aRoom(ann, { placed: true });
  const bobsRoom = await aRoom(bob, { placed: true });
  await joined(room, bob, await app.person('Cat'));
  const inRoom = { conversationId: room.conversationId };
  const said = await ann.get(sendMessage, { params: inRoom, body: { content: 'Hello' } });
  return {
    app,
    ann,
    userId: ann.id,
    bob,
    far,
    messageId,
    image: await picture(),
    page: { limit: '5', page: '1', cursor: Buffer.from(`${decade} ${messageId}`).toString('base64url') },
    stream,
    room,
    ofRoom: { params: { roomId: room.id } },
    inRoom,
    saidId: said.data.id,
    bobsRoom,
    async close() {
      stream.close();
      await app.close();
    },
  };
}

export async function makeSamples(
  scene: SampleScene,
  rows: readonly { readonly endpoint: { readonly name: string }; readonly sample: SampleOf }[],
): Promise<Record<string, Sample>> {
  const samples: Record<string, Sample> = {};
  for (const { endpoint, sample } of rows) {
    samples[endpoint.name] = typeof sample === 'function' ? await sample(scene) : sample;
  }
  return samples;
}
