import { expect, type Page } from '@playwright/test';
import type { TestPerson } from '../../server/src/testing/test-person.ts';
import { dataUrl } from '../../server/src/testing/test-pictures.ts';
import { recordVideo } from '../recording.ts';
import type { SignedIn } from '../server.fixture.ts';

/** What the screens are about: people and posts beside the demo town. */
export interface Scene {
  friendId: string;
  newcomerId: string;
  leaverEmail: string;
  ownPostId: string;
  videoPostId: string;
  /** A photograph of the demo town. */
  picture: Buffer;
}

const garden = { latitude: 37.7702, longitude: -122.4651 };
const weekend = { interests: ['hiking', 'photography', 'coffee', 'cycling', 'languages'] };

/** The person's own profile and post, a friend near them with a film, and what was reported. */
export async function prepare(
  person: SignedIn,
  friend: TestPerson,
  newcomer: TestPerson,
  page: Page,
): Promise<Omit<Scene, 'leaverEmail'>> {
  const { request } = person.context;
  const own = await request.post(`/api/profiles/${person.id}`, {
    data: {
      bio: 'Back in town after two years away. I know every bench with a view, and want company on them.',
      lookingFor: ['friendship', 'activityPartner'],
      ...weekend,
    },
  });
  expect(own.ok()).toBe(true);
  await newcomer.saveProfile({ displayName: 'Nils', gender: 'M' });
  await friend.saveProfile({ displayName: '小野美緒', gender: 'F' });
  await friend.saveProfile({
    age: 29,
    bio: '公園を走るのが好きです。週末はフィルムカメラを持って歩いています。 Always up for coffee afterwards.',
    lookingFor: ['friendship', 'activityPartner'],
    ...weekend,
  });
  const shared = await friend.fetch('/api/presence', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(garden),
  });
  expect(shared.status).toBe(200);

  const { data: town } = await (
    await request.get('/api/messages?latitude=37.77&longitude=-122.45&radiusKm=5')
  ).json();
  const withPicture = town.find((post: { media: unknown[] }) => post.media.length > 0);
  const answer = await request.get(withPicture.media[0].url);
  const picture = await answer.body();
  const type = answer.headers()['content-type'] ?? 'image/jpeg';
  const film = dataUrl(await recordVideo(page));
  const { id: videoPostId } = await friend.post({
    content: '夕方の風車の前で。 Who comes along tomorrow?',
    location: garden,
    imageUrls: [film, dataUrl(picture, type)],
  });
  const posted = await request.post('/api/messages', {
    data: {
      userId: person.id,
      content: 'Sketching at the conservatory until five. Bring a pencil.',
      location: garden,
      imageUrls: [dataUrl(picture, type)],
    },
  });
  const { data: ownPost } = await posted.json();
  for (const [targetType, targetId] of [
    ['post', videoPostId],
    ['person', friend.id],
  ]) {
    const data = { targetType, targetId, reason: 'spam', details: 'The same words every day.' };
    expect((await request.post('/api/reports', { data })).ok()).toBe(true);
  }
  return { friendId: friend.id, newcomerId: newcomer.id, ownPostId: ownPost.id, videoPostId, picture };
}
