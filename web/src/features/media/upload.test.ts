import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { upload } from './upload.ts';

interface Call {
  address: string;
  preset: FormDataEntryValue | null;
  headers: Record<string, string>;
  bytes: number;
}

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const done = () => answer(200, { success: true, data: null, secure_url: '/api/media/m1' });
const refused = (code: string, status = 400) => answer(status, { success: false, error: code, code });

describe('the upload of a file', () => {
  let calls: Call[];
  let answers: ((call: Call) => Response | Error)[];
  let progress: number[];
  let pauses: number[];
  let isOnline: boolean;
  let ids: number;
  let uploadPath: string;
  const run = (
    kind: 'image' | 'video',
    size = 10,
    signal = new AbortController().signal,
    id = `id-${++ids}`,
  ) =>
    upload(
      {
        id,
        kind,
        file: new Blob([new Uint8Array(size)], { type: kind === 'image' ? 'image/jpeg' : 'video/mp4' }),
        name: 'a',
        poster: null,
        signal,
        onProgress: (percent) => progress.push(percent),
      },
      {
        uploadPath,
        async fetch(address, init) {
          const form = init.body as FormData;
          const call = {
            address,
            preset: form.get('upload_preset'),
            headers: init.headers as Record<string, string>,
            bytes: (form.get('file') as File).size,
          };
          calls.push(call);
          const given = (answers.shift() ?? done)(call);
          if (given instanceof Error) throw given;
          return given;
        },
        pause: async (ms) => void pauses.push(ms),
        isOnline: () => isOnline,
        inline: async () => 'data:image/jpeg;base64,AAAA',
      },
    );

  beforeEach(() => {
    calls = [];
    answers = [];
    progress = [];
    pauses = [];
    isOnline = true;
    ids = 0;
    uploadPath = '/api/uploads';
  });

  it('goes to where the installation says (COMP-073)', async () => {
    await run('image');
    uploadPath = '/large/files';
    await run('video');
    expect(calls.map(({ address }) => address)).toEqual([
      '/api/uploads/image/upload',
      '/large/files/video/upload',
    ]);
  });

  it('goes 0, 25, 100 for a picture and 0, 10, 100 for a video (COMP-033, COMP-034, COMP-064)', async () => {
    expect(await run('image')).toEqual({ content: '/api/media/m1', media: null });
    expect(progress).toEqual([0, 25, 100]);
    progress = [];
    await run('video');
    expect(progress).toEqual([0, 10, 100]);
    expect(calls.map(({ address }) => address)).toEqual([
      '/api/uploads/image/upload',
      '/api/uploads/video/upload',
    ]);
  });

  it('tries the presets in order until one exists (COMP-062, COMP-069, COMP-070)', async () => {
    const unknown = () => refused('PRESET_UNKNOWN');
    answers = [unknown, unknown, unknown];
    await run('image');
    expect(calls.map(({ preset }) => preset)).toEqual(['dazi_images', 'images', 'default', 'ml_default']);
    calls = [];
    answers = [unknown];
    await run('video');
    expect(calls.map(({ preset }) => preset)).toEqual(['dazi_videos', 'videos']);
  });

  it('of a picture that cannot be uploaded becomes the picture itself (COMP-035, COMP-036)', async () => {
    answers = [() => new TypeError('no network')];
    expect((await run('image')).content).toBe('data:image/jpeg;base64,AAAA');
    expect(progress).toEqual([0, 25, 50, 100]);
  });

  it('of a video has no other way (COMP-037, COMP-059)', async () => {
    answers = [() => refused('UPLOAD_TYPE')];
    await expect(run('video')).rejects.toMatchObject({ code: 'UPLOAD_TYPE' });
    expect(progress).toEqual([0, 10]);
  });

  it('ends when it is cancelled, without the other way', async () => {
    const cancel = new AbortController();
    answers = [
      () => {
        cancel.abort();
        return new DOMException('aborted', 'AbortError') as unknown as Error;
      },
    ];
    await expect(run('image', 10, cancel.signal)).rejects.toThrow();
    expect(progress).toEqual([0, 25]);
  });

  it('of a large video goes in parts of 6,000,000 bytes, a lost one again (COMP-071)', async () => {
    expect(uploadLimits.chunk_bytes).toBe(6_000_000);
    const partly = () => answer(200, { success: true, data: null, secure_url: null });
    answers = [partly, () => new TypeError('no network'), partly];
    await run('video', 13_000_000);
    expect(calls.map(({ headers, bytes }) => [headers['content-range'], bytes])).toEqual([
      ['bytes 0-5999999/13000000', 6_000_000],
      ['bytes 6000000-11999999/13000000', 6_000_000],
      ['bytes 6000000-11999999/13000000', 6_000_000],
      ['bytes 12000000-12999999/13000000', 1_000_000],
    ]);
    expect(new Set(calls.map(({ headers }) => headers['x-unique-upload-id']))).toEqual(new Set(['id-1']));
  });

  describe('of a video in parts', () => {
    const partly = () => answer(200, { success: true, data: null, secure_url: null });
    const lost = () => new TypeError('no network');
    const firsts = () =>
      calls.map(({ headers }) => Number(/bytes (\d+)/.exec(headers['content-range']!)![1]));

    it('gives a network that is gone for a moment the time to come back', async () => {
      answers = [partly, lost, lost, lost, partly];
      expect(await run('video', 13_000_000)).toMatchObject({ content: '/api/media/m1' });
      expect(pauses).toEqual([1000, 3000, 9000]);
    });

    it('does not try where the device knows that it has no network', async () => {
      isOnline = false;
      answers = [lost];
      await expect(run('video')).rejects.toMatchObject({ code: 'NETWORK' });
      expect([calls.length, pauses]).toEqual([1, []]);
    });

    it('waits as long as the server asks, and does not give up what is there', async () => {
      const busy = (code: string, status: number, seconds: number) => () =>
        new Response(JSON.stringify({ success: false, error: code, code }), {
          status,
          headers: { 'retry-after': String(seconds) },
        });
      answers = [partly, busy('TOO_MANY_REQUESTS', 429, 20), busy('UPLOADS_BUSY', 503, 2)];
      expect(await run('video', 7_000_000)).toMatchObject({ content: '/api/media/m1' });
      expect(pauses).toEqual([20_000, 3000]);
      // Whatever stands before a server that is away does not know when it comes back.
      pauses = [];
      answers = [() => new Response('{}', { status: 503 })];
      await expect(run('video', 7_000_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(pauses).toEqual([]);
      answers = [busy('UPLOADS_WAITING', 429, 20)];
      await expect(run('video', 7_000_000)).rejects.toMatchObject({ code: 'UPLOADS_WAITING' });
    });

    it('takes an answer that broke off for a lost one', async () => {
      answers = [() => new Response('{"succ', { status: 200 })];
      expect(await run('video')).toMatchObject({ content: '/api/media/m1' });
      expect(firsts()).toEqual([0, 0]);
    });

    it('does not wait on once it is cancelled', async () => {
      const cancel = new AbortController();
      answers = [
        () => {
          queueMicrotask(() => cancel.abort());
          return lost();
        },
      ];
      await expect(run('video', 10, cancel.signal)).rejects.toThrow();
      expect(calls).toHaveLength(1);
    });

    it('goes on where it was left when it is tried once more', async () => {
      answers = [partly, lost, lost, lost, lost];
      await expect(run('video', 13_000_000, undefined, 'one')).rejects.toMatchObject({ code: 'NETWORK' });
      calls = [];
      answers = [partly];
      await run('video', 13_000_000, undefined, 'one');
      expect(firsts()).toEqual([6_000_000, 12_000_000]);
      expect(calls[0]!.headers['x-unique-upload-id']).toBe('one');
      calls = [];
      answers = [partly, partly];
      await run('video', 13_000_000, undefined, 'one');
      expect(firsts()).toEqual([0, 6_000_000, 12_000_000]);
    });

    it('begins anew where the server has given up what was there', async () => {
      answers = [partly, lost, lost, lost, lost];
      await expect(run('video', 7_000_000, undefined, 'two')).rejects.toMatchObject({ code: 'NETWORK' });
      calls = [];
      answers = [() => refused('UPLOAD_INCOMPLETE'), partly];
      expect(await run('video', 7_000_000, undefined, 'two')).toMatchObject({ content: '/api/media/m1' });
      expect(firsts()).toEqual([6_000_000, 0, 6_000_000]);
      answers = [partly, () => refused('UPLOAD_INCOMPLETE')];
      await expect(run('video', 7_000_000, undefined, 'three')).rejects.toMatchObject({
        code: 'UPLOAD_INCOMPLETE',
      });
    });
  });
});
