// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api.ts';
import type { MediaFile } from './media-files.ts';
import { postWithMedia, type SentMedia, sendMedia } from './post-media.ts';

const picture = (id: string): MediaFile => ({
  id,
  file: new File([id], `${id}.jpg`, { type: 'image/jpeg' }),
  url: `data:image/jpeg;base64,${btoa(id)}`,
  type: 'image',
  size: id.length,
  poster: null,
});
const film = (id: string): MediaFile => ({
  ...picture(id),
  url: `data:video/mp4;base64,${btoa(id)}`,
  type: 'video',
  poster: `data:image/jpeg;base64,${btoa('still')}`,
});

/** What arrived, as text; refuses what `refuses` says. */
function aHost(refuses: (bytes: string) => boolean = () => false) {
  const arrived: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const form = init.body as FormData;
    const bytes = await (form.get('file') as File).text();
    const still = form.get('poster') as File | null;
    if (refuses(bytes))
      return Response.json({ success: false, code: 'INTERNAL', error: 'No' }, { status: 500 });
    arrived.push(`${address} ${bytes} ${still ? await still.text() : '-'}`);
    return Response.json({ success: true, data: null, secure_url: `/api/media/${bytes}` });
  });
  return arrived;
}

afterEach(() => vi.unstubAllGlobals());

test('files go as bytes, in their order, and the post names them', async () => {
  const arrived = aHost();
  const uploaded = new Map<string, string>();
  const sent = await sendMedia([picture('one'), film('two')], uploaded, '/large/uploads');
  expect(sent).toEqual({ imageUrls: ['/api/media/one', '/api/media/two'], posters: [null, null] });
  expect(arrived).toEqual(['/large/uploads/image/upload one -', '/large/uploads/video/upload two still']);
});

test('what is there already is not taken there again', async () => {
  const arrived = aHost();
  const uploaded = new Map<string, string>();
  await sendMedia([picture('one')], uploaded, '/api/uploads');
  await sendMedia([picture('one'), picture('two')], uploaded, '/api/uploads');
  expect(arrived.map((each) => each.split(' ')[1])).toEqual(['one', 'two']);
});

test('a picture that cannot be uploaded goes inside the post', async () => {
  aHost((bytes) => bytes === 'one');
  const uploaded = new Map<string, string>();
  const { imageUrls } = await sendMedia([picture('one'), picture('two')], uploaded, '/api/uploads');
  expect(imageUrls).toEqual([expect.stringMatching(/^data:image\/jpeg;base64,/), '/api/media/two']);
  expect([...uploaded.keys()]).toEqual(['two']);
});

test('one too large for that is not, and what the upload was refused with is the reason', async () => {
  aHost(() => true);
  const large = { ...picture('one'), url: `data:image/gif;base64,${btoa('x'.repeat(2_000_000))}` };
  await expect(sendMedia([large], new Map(), '/api/uploads')).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('what went meanwhile is taken there once more, and nobody hears that it is no picture', async () => {
  const arrived = aHost();
  const uploaded = new Map([['one', '/api/media/gone']]);
  const gone = new ApiError('INVALID_IMAGE', 'Invalid image format', { status: 400 });
  const tries: SentMedia['imageUrls'][] = [];
  const post = async ({ imageUrls }: SentMedia) => {
    tries.push(imageUrls);
    if (imageUrls.includes('/api/media/gone') || imageUrls.includes('/api/media/bad')) throw gone;
    return 'posted';
  };
  expect(await postWithMedia([picture('one'), picture('two')], uploaded, '/api/uploads', post)).toBe(
    'posted',
  );
  expect(tries).toEqual([
    ['/api/media/gone', '/api/media/two'],
    ['/api/media/one', '/api/media/two'],
  ]);
  expect(arrived.map((each) => each.split(' ')[1])).toEqual(['two', 'one', 'two']);
  // What was taken there just now is refused for what it is.
  await expect(postWithMedia([picture('bad')], new Map(), '/api/uploads', post)).rejects.toBe(gone);
  expect(tries).toHaveLength(3);
});
