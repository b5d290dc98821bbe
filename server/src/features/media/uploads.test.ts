import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { listMessages, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { joinRoom, leaveRoom, type Room, removeParticipant } from '@dazi/contract/chat/rooms';
import { getSettings } from '@dazi/contract/kernel/service';
import { getMedia } from '@dazi/contract/media/media';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { createPost } from '@dazi/contract/posts/posts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { photographedAt, picture, pngBytes } from '../../testing/test-pictures.ts';
import { cookieHeader } from '../../testing/test-request.ts';
import { fingerprintOfTables } from '../../testing/test-tables.ts';
import { formOf, type UploadForm, upload, uploaded } from '../../testing/test-uploads.ts';
import { aviBytes, placeTexts, videoBytes } from '../../testing/test-videos.ts';
import { mediaJobs } from './media.jobs.ts';
import { sweepUploads } from './media.service.ts';
import { media } from './media.tables.ts';
import { sealedFor_ms, sweepSealed } from './sealed-copies.service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
let room: Room;
let params: { conversationId: string };
let fingerprint: () => Promise<string>;

beforeAll(async () => {
  app = await startTestApp();
  [ann, bob, cat] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cat')];
  room = await aRoom(ann);
  await joined(room, bob);
  params = { conversationId: room.conversationId };
  fingerprint = await fingerprintOfTables(app.deps.db);
});
afterAll(() => app.close());

/** Sessions end meanwhile. */
async function later(ms: number) {
  app.clock.advance(ms);
  for (const [person, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
    [cat, 'Cat'],
  ] as const) {
    await person.signIn(name);
  }
}

function storedFiles(): string[] {
  const root = join(app.dataDir, 'media');
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(root, path)).isFile())
      .sort();
  } catch {
    return [];
  }
}

const partFiles = () => storedFiles().filter((path) => path.startsWith('parts'));

async function expectRefused(input: UploadForm, status: number, code: string) {
  const before = [await fingerprint(), storedFiles()];
  expect(await upload(ann, input)).toMatchObject({ success: false, status, code });
  expect([await fingerprint(), storedFiles()]).toEqual(before);
}

const send = (person: TestPerson, type: 'IMAGE' | 'VIDEO', content: string, more: object = {}) =>
  person.call(sendMessage, { params, body: { type, content, ...more } });

const bytesAt = async (person: TestPerson, url: string) =>
  Buffer.from(await (await person.fetch(url)).arrayBuffer());

test('another address may be named for them, which is answered as the usual one (COMP-073)', async () => {
  const named = await startTestApp({ UPLOAD_PATH: '/large/files' });
  try {
    const eva = await named.person('Eva');
    expect((await eva.get(getSettings)).data.uploadPath).toBe('/large/files');
    const form = async () => formOf({ file: await pngBytes(8) });
    const at = async (path: string, person: TestPerson) => {
      const answer = await person.fetch(path, { method: 'POST', body: await form() });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    for (const path of ['/large/files/image/upload', '/api/uploads/image/upload']) {
      expect(await at(path, eva)).toMatchObject({
        status: 200,
        secure_url: expect.stringMatching(/^\/api\/media\//),
      });
      expect(await at(path, named.visitor())).toMatchObject({ status: 401 });
    }
    expect((await eva.fetch('/large/filesystem')).status).toBe(404);
  } finally {
    await named.close();
  }
});

describe('a form', () => {
  test('with a picture answers what a message can show (COMP-061)', async () => {
    const file = await photographedAt({ latitude: 48.1371, longitude: 11.5761 });
    const answer = await upload(ann, { file });
    expect(answer).toMatchObject({
      status: 200,
      data: { type: 'image', contentType: 'image/jpeg', width: 64 },
    });
    const url = answer.success ? answer.secure_url! : '';
    expect(answer).toMatchObject({ data: { url } });
    const stored = await bytesAt(ann, url);
    expect(file.includes('PhoneMaker')).toBe(true);
    expect(stored.includes('PhoneMaker')).toBe(false);
    const said = await send(ann, 'IMAGE', url);
    expect(said).toMatchObject({ data: { type: 'IMAGE', content: url, media: { url, type: 'image' } } });
  });

  test.each(['mp4', 'webm'] as const)('with a %s and its still', async (kind) => {
    const file = await videoBytes(kind);
    const answer = await upload(ann, { kind: 'video', file, poster: await pngBytes(32) });
    expect(answer).toMatchObject({ status: 200, data: { type: 'video', contentType: `video/${kind}` } });
    const url = answer.success ? answer.secure_url! : '';
    const stored = await bytesAt(ann, url);
    for (const text of placeTexts) expect(stored.includes(text), text).toBe(false);
    expect(await send(ann, 'VIDEO', url)).toMatchObject({ data: { type: 'VIDEO', media: { url } } });
  });

  test('may leave the still out', async () => {
    expect(await upload(ann, { kind: 'video', file: aviBytes() })).toMatchObject({
      data: { contentType: 'video/x-msvideo' },
    });
  });

  test.each([
    ['the second that clients try', 'images'],
    ['of the other kind', 'dazi_videos'],
    ['made up', 'x'],
    ['none', null],
    ['too long', 'x'.repeat(500)],
  ])('with a preset that this host does not know, %s, is refused (COMP-059)', async (_what, preset) => {
    await expectRefused({ preset }, 400, 'PRESET_UNKNOWN');
  });

  test('of the wrong kind is refused, whatever it is called', async () => {
    await expectRefused({ kind: 'image', file: await videoBytes('mp4') }, 400, 'UPLOAD_TYPE');
    await expectRefused({ kind: 'video', file: await pngBytes(8) }, 400, 'UPLOAD_TYPE');
    await expectRefused(
      { file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      400,
      'INVALID_IMAGE',
    );
    await expectRefused(
      { kind: 'video', file: (await videoBytes('mp4')).subarray(0, 3000) },
      400,
      'INVALID_VIDEO',
    );
    await expectRefused({ file: null }, 400, 'UPLOAD_INCOMPLETE');
    const large = Buffer.alloc(uploadLimits.file_megabytes * 1024 * 1024 + 1);
    await expectRefused({ file: large }, 413, 'UPLOAD_TOO_LARGE');
  });

  test('with a still that is none is refused', async () => {
    const file = await videoBytes('mp4');
    await expectRefused({ kind: 'video', file, poster: Buffer.from('x') }, 400, 'INVALID_IMAGE');
  });
});

describe('parts of a larger file', () => {
  const chunk = uploadLimits.chunk_bytes;
  let video: Buffer;
  /** Where its parts begin. */
  let starts: number[];
  let uploads = 0;
  let id: string;

  beforeAll(async () => {
    video = await videoBytes('mp4', 700_000);
    starts = [0, chunk, 2 * chunk];
    expect(video.length).toBeGreaterThan(2 * chunk);
    expect(video.length).toBeLessThan(3 * chunk);
  });
  beforeEach(() => {
    id = `upload-number-${uploads++}`;
  });

  const sendPart = (person: TestPerson, first: number, uploadId = id, file = video) => {
    const bytes = file.subarray(first, first + chunk);
    return upload(person, {
      kind: 'video',
      file: bytes,
      headers: {
        'x-unique-upload-id': uploadId,
        'content-range': `bytes ${first}-${first + bytes.length - 1}/${file.length}`,
      },
    });
  };

  test('are put together in order; the last one answers the video (COMP-062)', async () => {
    for (const first of starts.slice(0, -1)) {
      expect(await sendPart(ann, first)).toMatchObject({ status: 200, data: null, secure_url: null });
    }
    expect(partFiles()).toHaveLength(2);
    const answer = await sendPart(ann, starts.at(-1)!);
    expect(answer).toMatchObject({ status: 200, data: { type: 'video', contentType: 'video/mp4' } });
    expect(partFiles()).toEqual([]);
    const url = answer.success ? answer.secure_url! : '';
    expect((await bytesAt(ann, url)).length).toBeGreaterThan(2 * chunk);
  });

  test('may come again', async () => {
    for (const first of [0, 0, chunk, 0, chunk]) {
      expect(await sendPart(ann, first)).toMatchObject({ status: 200, data: null });
    }
    expect(await sendPart(ann, 2 * chunk)).toMatchObject({ status: 200, data: { type: 'video' } });
    expect(partFiles()).toEqual([]);
  });

  test('must all be there before the last; what is missing may still come', async () => {
    await sendPart(ann, 0);
    expect(await sendPart(ann, 2 * chunk)).toMatchObject({ status: 400, code: 'UPLOAD_INCOMPLETE' });
    await sendPart(ann, chunk);
    expect(await sendPart(ann, 2 * chunk)).toMatchObject({ status: 200, data: { type: 'video' } });
    expect(partFiles()).toEqual([]);
  });

  test('answer the same video when the last comes again: its first answer may be lost', async () => {
    const dora = await app.person('Dora');
    for (const first of starts.slice(0, -1)) await sendPart(dora, first);
    const answers = await Promise.all([sendPart(dora, 2 * chunk), sendPart(dora, 2 * chunk)]);
    expect(answers[0]).toMatchObject({ status: 200, data: { type: 'video' } });
    expect(answers[1]).toEqual(answers[0]);
    const bytes = uploadLimits.unattached_megabytes * 1024 * 1024;
    await app.deps.db.update(media).set({ bytes }).where(eq(media.ownerId, dora.id));
    expect(await sendPart(dora, chunk)).toMatchObject({ status: 200, data: null });
    expect(await sendPart(dora, 2 * chunk)).toEqual(answers[0]);
    expect(partFiles()).toEqual([]);
    expect(await app.deps.db.select().from(media).where(eq(media.ownerId, dora.id))).toHaveLength(1);
    expect(await sendPart(await app.person('Edda'), 2 * chunk)).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
  });

  test('may come anew under the same id once a message shows what came of them', async () => {
    const fay = await app.person('Fay');
    await joined(room, fay);
    const before = partFiles();
    for (const first of starts) await sendPart(fay, first);
    const sent = await sendPart(fay, 2 * chunk);
    const url = sent.success ? sent.secure_url! : '';
    expect(await send(fay, 'VIDEO', url)).toMatchObject({ status: 200 });
    expect(await sendPart(fay, 2 * chunk)).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    for (const first of starts.slice(0, -1)) await sendPart(fay, first);
    const other = await sendPart(fay, 2 * chunk);
    expect(other).toMatchObject({ status: 200, data: { type: 'video' } });
    expect(other.success && other.secure_url).not.toBe(url);
    expect(partFiles()).toEqual(before);
  });

  test('begin where parts begin and are as large as they say', async () => {
    const refused = async (range: string, file = video.subarray(0, chunk), uploadId = id) =>
      expectRefused(
        { kind: 'video', file, headers: { 'x-unique-upload-id': uploadId, 'content-range': range } },
        400,
        'UPLOAD_INCOMPLETE',
      );
    await refused(`bytes 1-${chunk}/${video.length}`);
    await refused(`bytes 0-${chunk}/${video.length}`);
    await refused(`bytes 0-${chunk - 2}/${video.length}`, video.subarray(0, chunk - 1));
    await refused(`bytes ${chunk}-${chunk * 2 - 1}/${chunk}`);
    await refused(`bytes 0-${chunk - 1}/*`);
    await refused('nonsense');
    await refused(`bytes 0-${chunk - 1}/${video.length}`, undefined, '../x');
  });

  test('of one file agree about its size', async () => {
    const vera = await app.person('Vera');
    await sendPart(vera, 0);
    const before = storedFiles();
    const file = video.subarray(chunk, 2 * chunk);
    const headers = {
      'x-unique-upload-id': id,
      'content-range': `bytes ${chunk}-${2 * chunk - 1}/${5 * chunk}`,
    };
    expect(await upload(vera, { kind: 'video', file, headers })).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(storedFiles()).toEqual(before);
  });

  test('of more than 100 MB are refused with the first', async () => {
    const total = uploadLimits.video_megabytes * 1024 * 1024 + 1;
    const headers = { 'x-unique-upload-id': id, 'content-range': `bytes 0-${chunk - 1}/${total}` };
    const file = video.subarray(0, chunk);
    await expectRefused({ kind: 'video', file, headers }, 413, 'UPLOAD_TOO_LARGE');
  });

  test('of two people are two files, whatever they are called', async () => {
    const other = Buffer.from(video);
    other.fill(7, chunk + 1000, chunk + 2000);
    for (const first of starts.slice(0, -1)) {
      await sendPart(ann, first);
      await sendPart(bob, first, id, other);
    }
    const [anns, bobs] = [await sendPart(ann, 2 * chunk), await sendPart(bob, 2 * chunk, id, other)];
    const [one, two] = await Promise.all(
      (
        [
          [ann, anns],
          [bob, bobs],
        ] as const
      ).map(async ([person, answer]) => bytesAt(person, answer.success ? answer.secure_url! : '')),
    );
    expect(one!.length).toBe(two!.length);
    expect(one!.equals(two!)).toBe(false);
    expect(two!.includes(Buffer.alloc(1000, 7))).toBe(true);
  });

  test('a third file that is begun gives up the oldest', async () => {
    const [first, second, third] = [`${id}-one`, `${id}-two`, `${id}-three`];
    for (const name of [first, second]) for (const start of [0, chunk]) await sendPart(cat, start, name);
    const before = partFiles().length;
    for (const start of [0, chunk]) await sendPart(cat, start, third);
    expect(partFiles()).toHaveLength(before);
    for (const name of [second, third]) {
      expect(await sendPart(cat, 2 * chunk, name)).toMatchObject({ status: 200, data: { type: 'video' } });
    }
    expect(await sendPart(cat, 2 * chunk, first)).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
  });

  test('that never come to their end go after a day', async () => {
    await sendPart(bob, 0);
    expect(partFiles().length).toBeGreaterThan(0);
    for (const job of mediaJobs) await job.run(app.deps);
    expect(partFiles().length).toBeGreaterThan(0);
    // Files have their time from the machine, whose clock goes on while that of the tests stands.
    await later(uploadLimits.unattached_ms + 60 * 60_000);
    for (const job of mediaJobs) await job.run(app.deps);
    expect(partFiles()).toEqual([]);
  });
});

describe('an upload that is cut off', () => {
  test.each([10, 50, 95])('at %d %% leaves nothing behind', async (percent) => {
    const form = new Response(formOf({ file: await pngBytes(1200) }));
    const body = Buffer.from(await form.arrayBuffer());
    const before = [await fingerprint(), storedFiles()];
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const head = [
      'POST /api/uploads/image/upload HTTP/1.1',
      `Host: ${new URL(app.url).host}`,
      `Content-Type: ${form.headers.get('content-type')}`,
      `Content-Length: ${body.length}`,
      `Cookie: ${cookieHeader(ann.cookies).cookie}`,
      '',
      '',
    ];
    await new Promise<void>((resolve) => {
      socket.write(head.join('\r\n'));
      socket.write(body.subarray(0, Math.floor((body.length * percent) / 100)), () => resolve());
    });
    socket.destroy();
    await gone;
    // Ann's places for large bodies are free again, and whatever came of the other is over by now.
    for (let count = 0; count < 3; count++) {
      expect(await upload(ann, { file: Buffer.from('x') })).toMatchObject({ code: 'INVALID_IMAGE' });
    }
    expect([await fingerprint(), storedFiles()]).toEqual(before);
  });
});

describe('sending what was uploaded', () => {
  test('takes the own, once', async () => {
    const url = await uploaded(ann);
    expect(await send(bob, 'IMAGE', url)).toMatchObject({ status: 400, code: 'MEDIUM_NOT_YOURS' });
    expect(await send(ann, 'VIDEO', url)).toMatchObject({ code: 'MEDIUM_NOT_YOURS' });
    const said = await send(ann, 'IMAGE', url, { clientId: 'one-picture' });
    expect(said).toMatchObject({ status: 200 });
    expect(await send(ann, 'IMAGE', url)).toMatchObject({ code: 'MEDIUM_NOT_YOURS' });
    // The same message again is the same message.
    const again = await send(ann, 'IMAGE', url, { clientId: 'one-picture' });
    expect(again).toMatchObject({ data: { sequence: said.success ? said.data.sequence : null } });
  });

  test('sent twice at once is shown once', async () => {
    const url = await uploaded(ann);
    const answers = await Promise.all([1, 2, 3].map(() => send(ann, 'IMAGE', url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test.each([
    ['of elsewhere', 'https://elsewhere.example/x.png'],
    ['unknown', '/api/media/nothing'],
    ['out of the way', '/api/media/../settings'],
    ['none', ''],
    ['inline, as a video', 'data:video/mp4;base64,AAAA'],
  ])('refuses an address %s', async (_what, content) => {
    const type = content.includes('video') ? 'VIDEO' : 'IMAGE';
    expect(await send(ann, type, content)).toMatchObject({ status: 400, code: 'MEDIUM_NOT_YOURS' });
  });

  test('refuses a picture of a post, also the own', async () => {
    const post = await ann.post({ imageUrls: [await picture()] });
    expect(await send(ann, 'IMAGE', post.media[0]!.url)).toMatchObject({ code: 'MEDIUM_NOT_YOURS' });
  });

  test('takes a picture inside of the message, when nothing can be uploaded (COMP-064)', async () => {
    const said = await send(ann, 'IMAGE', await picture(16));
    expect(said).toMatchObject({ data: { media: { type: 'image', width: 16 } } });
    const url = said.success ? said.data.media!.url : '';
    expect((await bob.fetch(url)).status).toBe(200);
    const before = [await fingerprint(), storedFiles()];
    for (const content of ['data:image/png;base64,', 'data:image/png;base64,AAAA', 'data:text/html,x']) {
      expect(await send(ann, 'IMAGE', content)).toMatchObject({ status: 400, code: 'INVALID_IMAGE' });
    }
    const video = await videoBytes('mp4');
    for (const bytes of [video, video.subarray(0, 3000)]) {
      const content = `data:video/mp4;base64,${bytes.toString('base64')}`;
      expect(await send(ann, 'IMAGE', content)).toMatchObject({ status: 400, code: 'INVALID_IMAGE' });
    }
    expect([await fingerprint(), storedFiles()]).toEqual(before);
  });
});

describe('posting what was uploaded', () => {
  const publish = (person: TestPerson, imageUrls: string[]) =>
    person.call(createPost, { body: { content: 'Look', location: haight, imageUrls } });

  test('shows it to everybody, beside pictures that came with the post, in their order', async () => {
    const [first, last] = [await uploaded(ann, { file: await pngBytes(11) }), await uploaded(ann)];
    expect((await app.visitor().fetch(first)).status).toBe(404);
    const post = await ann.post({ imageUrls: [first, await picture(12), last] });
    expect(post.media.map(({ url, width }) => [url, width])).toEqual([
      [first, 11],
      [post.imageUrls[1], 12],
      [last, 8],
    ]);
    for (const { url, thumbnailUrl } of post.media) {
      expect((await app.visitor().fetch(url)).status).toBe(200);
      expect((await app.visitor().fetch(thumbnailUrl)).status).toBe(200);
    }
  });

  test('takes the own, once, and nothing that a message shows', async () => {
    const [url, sent] = [await uploaded(ann), await uploaded(ann)];
    await send(ann, 'IMAGE', sent);
    const before = [await fingerprint(), storedFiles()];
    const refused = { status: 400, code: 'INVALID_IMAGE' };
    expect(await publish(bob, [url])).toMatchObject(refused);
    expect(await publish(ann, [url, url])).toMatchObject(refused);
    expect(await publish(ann, [url, sent])).toMatchObject(refused);
    expect(await publish(ann, [url, await picture(), '/api/media/nothing'])).toMatchObject(refused);
    expect([await fingerprint(), storedFiles()]).toEqual(before);
    expect(await publish(ann, [url])).toMatchObject({ status: 200 });
    expect(await publish(ann, [url])).toMatchObject(refused);
    expect(await send(ann, 'IMAGE', url)).toMatchObject({ code: 'MEDIUM_NOT_YOURS' });
  });

  test('named by two posts at once is shown by one', async () => {
    const url = await uploaded(ann);
    const answers = await Promise.all([1, 2, 3].map(() => publish(ann, [url])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('a video larger than posts may show is for messages alone', async () => {
    const url = await uploaded(ann, { kind: 'video', file: await videoBytes('mp4') });
    expect(await publish(ann, [url])).toMatchObject({ status: 200 });
    const large = await uploaded(ann, { kind: 'video', file: await videoBytes('mp4', 200_000) });
    expect(await publish(ann, [large])).toMatchObject({ status: 413, code: 'VIDEO_TOO_LARGE' });
    expect(await send(ann, 'VIDEO', large)).toMatchObject({ status: 200 });
  });
});

const filesOf = (url: string) =>
  storedFiles().filter((path) => path.includes(url.split('/').at(-1)!.toLowerCase()));

describe('who may read', () => {
  test('the uploader before it is sent, then the members of the moment (COMP-073)', async () => {
    const url = await uploaded(bob);
    const readers = async () => {
      const people = { ann, bob, cat, visitor: app.visitor() };
      const found: string[] = [];
      for (const [name, person] of Object.entries(people)) {
        const statuses = [(await person.fetch(url)).status, (await person.fetch(`${url}/thumbnail`)).status];
        expect(statuses[0]).toBe(statuses[1]);
        if (statuses[0] === 200) found.push(name);
        else expect(statuses[0]).toBe(404);
      }
      return found.join(' ');
    };
    expect(await readers()).toBe('bob');
    await send(bob, 'IMAGE', url);
    expect(await readers()).toBe('ann bob');
    const ofRoom = { roomId: room.id };
    await cat.get(joinRoom, { params: ofRoom, body: haight });
    expect(await readers()).toBe('ann bob cat');
    await ann.get(removeParticipant, { params: ofRoom, body: { targetUserId: cat.id } });
    expect(await readers()).toBe('ann bob');
    await bob.get(leaveRoom, { params: ofRoom, body: {} });
    expect(await readers()).toBe('ann');
    await bob.get(joinRoom, { params: ofRoom, body: haight });
    const { headers } = await ann.fetch(url);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const [said] = (await bob.get(listMessages, { params })).data.filter(({ media }) => media?.url === url);
    await bob.get(removeMessage, { params: { ...params, messageId: said!.id }, body: {} });
    expect(await readers()).toBe('');
    // Its copy is sealed for as long as it may be reported.
    await sweepSealed(app.deps);
    expect(filesOf(url)).toHaveLength(2);
    await sweepSealed({ ...app.deps, clock: () => new Date(app.clock.read().getTime() + sealedFor_ms) });
    await expect.poll(() => filesOf(url)).toEqual([]);
  });
});

describe('all that is stored of one person', () => {
  const megabyte = 1024 * 1024;
  const ways = (person: TestPerson, image: string) => [
    () => upload(person),
    () => person.call(saveAvatar, { body: { avatarUrl: image } }),
    () => person.call(createPost, { body: { content: 'x', location: haight, imageUrls: [image] } }),
    () => person.call(sendMessage, { params, body: { type: 'IMAGE', content: image } }),
  ];

  test('may be 200 MB in the first week; then nothing more is taken, in any way', async () => {
    const nora = await app.person('Nora');
    await joined(room, nora);
    const image = await picture();
    await nora.post({ imageUrls: [await uploaded(nora)] });
    await app.deps.db
      .update(media)
      .set({ bytes: 200 * megabyte })
      .where(eq(media.ownerId, nora.id));
    const [before, files] = [await app.deps.db.select().from(media), storedFiles().length];
    for (const way of ways(nora, image)) {
      expect(await way()).toMatchObject({ status: 403, code: 'STORAGE_USED_UP' });
    }
    expect(await app.deps.db.select().from(media)).toEqual(before);
    await expect.poll(() => storedFiles().length).toBe(files);
    await nora.post({ content: 'Words alone' });
    app.clock.advance(8 * 24 * 60 * 60 * 1000);
    await nora.signIn('Nora');
    for (const way of ways(nora, image)) expect(await way()).toMatchObject({ status: 200 });
    await later(0);
  });

  test('makes room with what is taken back, but not without end: that is kept for three days more', async () => {
    const nils = await app.person('Nils');
    await joined(room, nils);
    let took = 0;
    for (; took < 5; took++) {
      const answer = await upload(nils);
      if (!answer.success) break;
      const mediaId = answer.secure_url!.split('/').at(-1)!;
      await app.deps.db
        .update(media)
        .set({ bytes: 150 * megabyte })
        .where(eq(media.id, mediaId));
      const sent = await send(nils, 'IMAGE', answer.secure_url!);
      if (!sent.success) throw new Error(sent.error);
      const messageId = sent.data.id;
      await nils.get(removeMessage, { params: { ...params, messageId }, body: {} });
    }
    expect(took).toBe(3);
    expect(await upload(nils)).toMatchObject({ status: 403, code: 'STORAGE_USED_UP' });
    const afterHolds = () => new Date(app.clock.read().getTime() + sealedFor_ms);
    await sweepSealed({ ...app.deps, clock: afterHolds });
    expect(await upload(nils)).toMatchObject({ status: 200 });
  });

  test('stops where the disk is nearly full, and nothing else does', async () => {
    const olga = await app.person('Olga');
    await joined(room, olga);
    const image = await picture();
    const { freeShare } = app.deps.files;
    app.deps.files.freeShare = async () => 0.049;
    try {
      for (const way of ways(olga, image))
        expect(await way()).toMatchObject({ status: 503, code: 'UPLOADS_PAUSED' });
      const answer = await olga.call(saveAvatar, { body: { avatarUrl: image } });
      expect(answer.headers['retry-after']).toBe(String(uploadLimits.pause_s));
      await olga.post({ content: 'Words alone' });
      await olga.get(sendMessage, { params, body: { content: 'Words alone' } });
      app.deps.files.freeShare = async () => 0.05;
      for (const way of ways(olga, image)) expect(await way()).toMatchObject({ status: 200 });
    } finally {
      app.deps.files.freeShare = freeShare;
    }
  });
});

describe('what nothing shows', () => {
  test('may be 60 MB of one account; more is refused until some is sent or gone', async () => {
    const pia = await app.person('Pia');
    const [kept, sent] = [await uploaded(pia), await uploaded(pia)];
    const bytes = (uploadLimits.unattached_megabytes / 2) * 1024 * 1024;
    await app.deps.db.update(media).set({ bytes }).where(eq(media.ownerId, pia.id));
    expect(await upload(pia)).toMatchObject({ status: 429, code: 'UPLOADS_WAITING' });
    expect((await upload(ann)).status).toBe(200);
    await pia.post({ imageUrls: [sent] });
    expect((await upload(pia)).status).toBe(200);
    await app.deps.db
      .update(media)
      .set({ bytes: 2 * bytes })
      .where(eq(media.id, kept.split('/').at(-1)!));
    expect(await upload(pia)).toMatchObject({ code: 'UPLOADS_WAITING' });
    app.clock.advance(uploadLimits.unattached_ms + 1);
    await pia.signIn('Pia');
    expect((await upload(pia)).status).toBe(200);
    await later(0);
  });

  test('may be twenty files, however many come and however many at once', async () => {
    const quinn = await app.person('Quinn');
    const codes: string[] = [];
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => upload(quinn)));
      codes.push(...answers.map((answer) => (answer.success ? 'stored' : answer.code)));
    }
    expect(codes.filter((code) => code === 'stored')).toHaveLength(uploadLimits.unattached_files);
    expect(codes.filter((code) => code === 'UPLOADS_WAITING')).toHaveLength(40);
    const own = await app.deps.db.select().from(media).where(eq(media.ownerId, quinn.id));
    expect(own).toHaveLength(uploadLimits.unattached_files);
    await quinn.post({ imageUrls: [`/api/media/${own[0]!.id}`] });
    expect((await upload(quinn)).status).toBe(200);
  });

  test('of a video that comes in parts is known from the first one on', async () => {
    const rosa = await app.person('Rosa');
    await uploaded(rosa);
    const total = 70 * 1024 * 1024;
    const headers = {
      'x-unique-upload-id': 'too-large-beside',
      'content-range': `bytes 0-${uploadLimits.chunk_bytes - 1}/${total}`,
    };
    const part = { kind: 'video' as const, file: new Uint8Array(uploadLimits.chunk_bytes), headers };
    expect(await upload(rosa, part)).toMatchObject({ status: 429, code: 'UPLOADS_WAITING' });
    expect(await upload(await app.person('Uma'), part)).toMatchObject({ status: 200 });
  });

  test('is also what a refused message named or brought along; it can be sent elsewhere', async () => {
    const [dana, emil] = [await app.person('Dana'), await app.person('Emil')];
    await joined(room, dana);
    const body = { receiverId: emil.id, content: 'Hello?' };
    const { conversationId } = (await dana.get(sendPrivateMessage, { body })).data;
    await block(app.deps, dana, emil);
    const url = await uploaded(dana);
    for (const content of [url, await picture()]) {
      const asked = { params: { conversationId }, body: { type: 'IMAGE' as const, content } };
      expect(await dana.call(sendMessage, asked)).toMatchObject({ code: 'BLOCKED_CONVERSATION' });
    }
    const own = await app.deps.db.select().from(media).where(eq(media.ownerId, dana.id));
    expect(own.map(({ purpose }) => purpose)).toEqual(['upload', 'upload']);
    const bytes = (uploadLimits.unattached_megabytes / 2) * 1024 * 1024;
    await app.deps.db.update(media).set({ bytes }).where(eq(media.ownerId, dana.id));
    const full = { status: 429, code: 'UPLOADS_WAITING' };
    expect(await upload(dana)).toMatchObject(full);
    expect(await send(dana, 'IMAGE', await picture())).toMatchObject(full);
    expect(await send(dana, 'IMAGE', url)).toMatchObject({ status: 200 });
    expect((await upload(dana)).status).toBe(200);
    expect(await send(dana, 'IMAGE', await picture())).toMatchObject({ status: 200 });
  });

  test('goes after 24 hours, not before; what is shown stays', async () => {
    const [left, sent] = [await uploaded(ann), await uploaded(ann)];
    await send(ann, 'IMAGE', sent);
    const pathOf = (url: string) => getMedia.path.replace('{mediaId}', url.split('/').at(-1)!);
    await later(uploadLimits.unattached_ms - 1);
    await sweepUploads(app.deps);
    expect((await ann.fetch(pathOf(left))).status).toBe(200);
    await later(2);
    await sweepUploads(app.deps);
    expect((await ann.fetch(pathOf(left))).status).toBe(404);
    expect((await ann.fetch(pathOf(sent))).status).toBe(200);
    const mediaId = left.split('/').at(-1)!;
    await expect.poll(() => storedFiles().filter((path) => path.includes(mediaId))).toEqual([]);
    expect(await send(ann, 'IMAGE', left)).toMatchObject({ code: 'MEDIUM_NOT_YOURS' });
  });
});
