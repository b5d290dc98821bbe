import { sendMessage } from '@dazi/contract/chat/conversations';
import type { Frame } from '@dazi/contract/frames';
import { areasOf, boxAround } from '@dazi/contract/places/cells';
import type { BlockCase, BlocksScene, PrivateTalk, Viewer } from './blocks-scene.ts';
import { haight, type TestPerson } from './test-person.ts';
import { TestStream } from './test-stream.ts';

/** What is expected of a look at Sol, and ways to look. */

export const forAll = (outcome: string, visitor = outcome) => ({
  blocker: outcome,
  blocked: outcome,
  third: outcome,
  visitor,
});
/** Those between whom and Sol there is a block, and the others. */
export const hiddenOnes = (outcome: string, others: string, visitor = others) => ({
  ...forAll(others, visitor),
  blocker: outcome,
  blocked: outcome,
});
export const noSession = '401 SIGN_IN_REQUIRED';
/** To the one who has blocked Sol their words are folded, nobody else notices. */
export const foldedWords = { ...forAll('200 sees', noSession), blocker: '200 without' };
/** What can't be done in private across a block; only who has blocked is told why. */
export const blockedSides = (blocker: string, third = '200') => ({
  ...forAll(third),
  blocker,
  blocked: '403 CANNOT_START_CONVERSATION',
});

export const says = (words: string) => (data: object) => JSON.stringify(data).includes(words);

export async function askForStatus(as: TestPerson, path: string) {
  const answer = await as.fetch(path);
  await answer.arrayBuffer();
  return `${answer.status}`;
}

export async function askForPage(as: TestPerson, path: string, words: string) {
  const answer = await as.fetch(path);
  return `${answer.status} ${(await answer.text()).includes(words) ? 'sees' : 'without'}`;
}

/** A look at the conversation of the viewer with Sol, which visitors have none of. */
export const inPrivate = (
  of: string,
  expected: BlockCase['expected'],
  look: (as: TestPerson, own: PrivateTalk, scene: BlocksScene, viewer: Viewer) => Promise<string>,
): BlockCase => ({
  of,
  expected: { ...expected, visitor: 'nothing' },
  look: async (scene, as, viewer) =>
    viewer === 'visitor' ? 'nothing' : look(as, scene.privately[viewer], scene, viewer),
});

/** Whether the viewer's stream carries these words when Sol does something. */
export const heard = (
  of: string,
  words: string,
  expected: BlockCase['expected'],
  act: (scene: BlocksScene) => Promise<unknown>,
): BlockCase => ({
  of: `the stream: ${of}`,
  expected,
  look: (scene, as) => listen(scene, as, () => act(scene), words),
});

export const heardInPrivate = (
  of: string,
  words: string,
  act: (scene: BlocksScene, conversationId: string) => Promise<unknown>,
): BlockCase =>
  inPrivate(
    `the stream of a private conversation: ${of}`,
    hiddenOnes('silence', 'heard'),
    async (as, { conversationId }, scene) => {
      // Something that Sol has not read yet, where it can still be said.
      await as.call(sendMessage, { params: { conversationId }, body: { content: 'Unread' } });
      return listen(scene, as, () => act(scene, conversationId), words);
    },
  );

/** Far enough around everybody that every position they are shown at lies within. */
const around = areasOf(boxAround(haight, 5), haight);

/** Listens while something happens: frames of the host's afterwards say that everything before has come. */
async function listen(
  { sol, host }: BlocksScene,
  as: TestPerson,
  act: () => Promise<unknown>,
  words: string,
): Promise<string> {
  const stream = await TestStream.open(as);
  await stream.listen(around);
  await act();
  const toldOf = (frame: Frame): Frame =>
    frame.type === 'area'
      ? {
          ...frame,
          events: frame.events.filter((event) => !('userId' in event) || event.userId === sol.id),
        }
      : frame;
  // Each area is gathered for itself: a first mark may come with what began before, a second one comes after all.
  let heard = false;
  for (let marks = 0; marks < 2 && !heard; marks++) {
    const mark = await host.post({ content: 'A mark' });
    await stream.untilEvent(({ type, messageId }) => type === 'post_created' && messageId === mark.id);
    heard = stream.frames.some((frame) => JSON.stringify(toldOf(frame)).includes(words));
  }
  stream.close();
  return heard ? 'heard' : 'silence';
}
