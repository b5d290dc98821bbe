import { sendMessage } from '@dazi/contract/chat/conversations';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { getMedia, getThumbnail } from '@dazi/contract/media/media';
import { uploadFile } from '@dazi/contract/media/uploads';
import { report } from '@dazi/contract/moderation/moderation';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { askForStatus, forAll, hiddenOnes, inPrivate } from '../../testing/blocks-looks.ts';
import type { BlockCase } from '../../testing/blocks-scene.ts';
import { askForFile, type Case, everyone, hidden, moderators } from '../../testing/may.ts';
import { inOwnRoom } from '../../testing/may-conversations.ts';
import { type MayScene, mediaIdOf } from '../../testing/may-scene.ts';
import type { RoomScene } from '../../testing/may-talks.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, readFile } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { picture } from '../../testing/test-pictures.ts';
import { upload, uploaded } from '../../testing/test-uploads.ts';
import { seal } from './media.service.ts';

/** A picture that the owner sends into a room. */
async function sentPictureIn({ people }: MayScene, { conversationId }: RoomScene) {
  const content = await uploaded(people.owner);
  const sent = await people.owner.get(sendMessage, {
    params: { conversationId },
    body: { type: 'IMAGE', content },
  });
  return sent.data;
}

const pictureIn = async (scene: MayScene, room: RoomScene) => (await sentPictureIn(scene, room)).media!.id;

/** The same one for whoever asks: nobody reports as many as there are roles. */
const reportedPictures = new WeakMap<RoomScene, Promise<string>>();
function reportedPictureIn(scene: MayScene, room: RoomScene): Promise<string> {
  const made = reportedPictures.get(room) ?? reportPictureIn(scene, room);
  reportedPictures.set(room, made);
  return made;
}

async function reportPictureIn(scene: MayScene, room: RoomScene) {
  const { id: targetId, media } = await sentPictureIn(scene, room);
  await scene.host.get(report, { body: { targetType: 'message', targetId, reason: 'sexual' } });
  return media!.id;
}

const unsentPicture = perScene(async ({ people }: MayScene) => mediaIdOf(await uploaded(people.owner)));

const mayRead = (endpoint: Endpoint): Case[] => [
  {
    of: 'a picture of a post',
    expected: { ...everyone('200'), ...hidden('404 NOT_FOUND') },
    request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.pictures!.mediaId)),
  },
  {
    of: "the owner's avatar: who has blocked somebody sees name and picture among those they have blocked",
    expected: { ...everyone('200'), blocked: '404 NOT_FOUND' },
    request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.pictures!.avatarId)),
  },
  {
    of: 'a picture of a deleted post',
    expected: everyone('404 NOT_FOUND'),
    request: (scene, as) =>
      askForFile(as, endpoint.path.replace('{mediaId}', scene.pictures!.removedMediaId)),
  },
  ...inOwnRoom(
    'a picture of a message',
    {
      outsiders: { ...everyone('404 NOT_FOUND'), owner: '200' },
      members: { ...everyone('200'), visitor: '404 NOT_FOUND', blocker: '404 NOT_FOUND' },
    },
    async (room, as, scene) =>
      askForFile(as, endpoint.path.replace('{mediaId}', await pictureIn(scene, room))),
  ),
  ...inOwnRoom(
    'a picture of a message that was reported',
    {
      outsiders: { ...everyone('404 NOT_FOUND'), owner: '200', ...moderators('200') },
      members: { ...everyone('200'), visitor: '404 NOT_FOUND', blocker: '404 NOT_FOUND' },
    },
    async (room, as, scene) =>
      askForFile(as, endpoint.path.replace('{mediaId}', await reportedPictureIn(scene, room))),
  ),
  {
    of: 'an upload that no message shows yet',
    expected: { ...everyone('404 NOT_FOUND'), owner: '200' },
    request: async (scene, as) =>
      askForFile(as, endpoint.path.replace('{mediaId}', await unsentPicture(scene))),
  },
];

const aPictureOfAPost = (size: '' | '/thumbnail'): BlockCase => ({
  of: `a picture of a post${size}`,
  expected: hiddenOnes('404', '200'),
  look: ({ post }, as) => askForStatus(as, `${post.media[0]!.url}${size}`),
});

export const mediaSurface: Surface = {
  of: 'media',
  calls: [
    {
      endpoint: getMedia,
      statements: atMost(3, ({ ann, posts }) => ({
        instead: () => readFile(ann, `/api/media/${posts[2]!.media[0]!.id}`),
      })),
      sample: { params: { mediaId: 'nothing' } },
      may: mayRead(getMedia),
      acrossBlocks: [
        aPictureOfAPost(''),
        {
          of: "Sol's picture",
          expected: { ...forAll('200'), blocked: '404' },
          look: (scene, as) => askForStatus(as, scene.avatarUrl),
        },
        {
          of: "a picture of Sol's in a shared room",
          expected: { ...forAll('200', '404'), blocker: '404' },
          look: (scene, as) => askForStatus(as, scene.roomPictureUrl),
        },
        inPrivate('a picture in it', { ...forAll('200'), blocker: '404' }, (as, own) =>
          askForStatus(as, own.pictureUrl),
        ),
      ],
    },
    {
      endpoint: getThumbnail,
      statements: atMost(3, ({ ann, posts }) => ({
        instead: () => readFile(ann, `/api/media/${posts[2]!.media[0]!.id}/thumbnail`),
      })),
      sample: { params: { mediaId: 'nothing' } },
      may: mayRead(getThumbnail),
      acrossBlocks: [aPictureOfAPost('/thumbnail')],
    },
    {
      endpoint: uploadFile,
      // Two ask how much is stored of the person, before the file is read and once it is judged; one keeps others out meanwhile.
      statements: atMost(5, ({ bob }) => ({ instead: () => uploaded(bob) })),
      // A form, which bad-forms.test.ts spoils; as JSON it is refused whatever it says.
      sample: ({ image }) => ({
        params: { kind: 'image' },
        body: { upload_preset: 'dazi_images', file: image },
      }),
      may: [
        {
          of: 'a picture for a message',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          async request(_scene, as) {
            const answer = await upload(as);
            return answer.success ? `${answer.status}` : `${answer.status} ${answer.code}`;
          },
        },
      ],
      acrossBlocks: 'the own file',
      largestBody_megabytes: 28,
    },
  ],
  keeps: [
    {
      table: 'media',
      leave: async ({ ann }) => ann.get(saveAvatar, { body: { avatarUrl: await picture() } }),
    },
    {
      table: 'sealed_copies',
      leave: ({ app, ann }) =>
        app.deps.transact((inner) =>
          seal(inner, { ownerId: ann.id, kind: 'bio', targetId: ann.id, content: 'I play', mediaIds: [] }),
        ),
    },
  ],
};
