// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/api.ts';
import type { NewMessage } from './replica/own.ts';

const { logFailure, sendWhileHere, upload } = vi.hoisted(() => ({
  logFailure: vi.fn(),
  sendWhileHere: vi.fn(),
  upload: vi.fn(),
}));
vi.mock('#platform/failures.ts', async (original) => ({ ...(await original<object>()), logFailure }));
vi.mock('#features/media/media.api.ts', async (original) => ({
  ...(await original<object>()),
  posterOf: async () => null,
  recompress: async (file: File) => file,
  dataUrlOf: async () => 'data:image/jpeg;base64,AAAA',
  upload,
}));
vi.mock('./outgoing.ts', () => ({ sendingOf: () => ({ sendWhileHere }) }));

const { addFiles, filesOf, previewRelease_ms, removeFile, sendFiles, waitsForNetwork } = await import(
  './file-queue.ts'
);

let client: QueryClient;
const { replicaOf } = await import('./replica/replica-store.ts');

const film = (name: string) => new File([new Uint8Array(4)], name, { type: 'video/mp4' });
const logged = () => logFailure.mock.calls.map(([error]) => (error as Error).message);
const send = () => sendFiles(client, 'c1', 'mika', null, '/api/uploads');

describe('files that were chosen', () => {
  let revoked: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    client = new QueryClient();
    revoked = [];
    let made = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`);
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => revoked.push(url));
    upload.mockResolvedValue({ content: '/api/media/m1', media: null });
    sendWhileHere.mockResolvedValue({ kind: 'sent', answer: {} });
  });
  afterEach(() => {
    for (const { id } of filesOf('c1')) removeFile(client, 'c1', id);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('are shown from here until 10 s after they were sent (COMP-041)', async () => {
    await addFiles('c1', [film('lanterns.mp4')]);
    expect(await send()).toEqual({ sent: 1, failed: [] });
    expect(filesOf('c1')).toEqual([]);
    expect(previewRelease_ms).toBe(10_000);
    vi.advanceTimersByTime(9_999);
    expect(revoked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(revoked).toEqual(['blob:1']);
  });

  it('are own messages while they are uploaded, after those that are sent', async () => {
    const own = () =>
      replicaOf(client)
        .state()
        .own.map(({ clientId, state }) => `${clientId} ${state}`);
    let fail = (_error: unknown) => {};
    upload.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
    await addFiles('c1', [film('one.mp4'), film('two.mp4'), film('three.mp4')]);
    const [one, two, three] = filesOf('c1').map(({ id }) => id);
    const sent = send();
    expect(own()).toEqual([`${one} uploading`, `${two} uploading`, `${three} uploading`]);
    removeFile(client, 'c1', two!);
    expect(own()).toEqual([`${one} uploading`, `${three} uploading`]);
    sendWhileHere.mockImplementationOnce(async (message: NewMessage) => {
      replicaOf(client).dispatch({ kind: 'did', message });
      expect(own()).toEqual([`${three} sending`]);
      // What is a message by now is taken away with its file no more.
      removeFile(client, 'c1', three!);
      expect(own()).toEqual([`${three} sending`]);
      replicaOf(client).dispatch({ kind: 'taken back', clientId: three! });
      return { kind: 'unreached' };
    });
    fail(new Error('away'));
    expect((await sent).failed.map(({ id }) => id)).toEqual([one, three]);
    expect(own()).toEqual([]);
  });

  it('say which could not be uploaded, and that none could (COMP-065, COMP-067)', async () => {
    upload.mockRejectedValueOnce(new Error('away'));
    await addFiles('c1', [film('lanterns.mp4')]);
    const { sent, failed } = await send();
    expect([sent, failed.map(({ failure }) => failure)]).toEqual([
      0,
      [{ kind: 'upload', error: expect.any(Error) }],
    ]);
    expect(logged()).toEqual(['Failed to upload lanterns.mp4', 'Failed to upload media files']);
    expect(filesOf('c1')).toMatchObject([{ state: 'failed', failure: { kind: 'upload' } }]);
    expect(revoked).toEqual([]);
  });

  it('stay where nobody was reached, and go when somebody is', async () => {
    sendWhileHere.mockResolvedValueOnce({ kind: 'unreached' });
    await addFiles('c1', [film('lanterns.mp4')]);
    expect((await send()).failed.map(({ failure }) => failure)).toEqual([{ kind: 'network' }]);
    await addFiles('c1', [film('later.mp4')]);
    expect(await sendFiles(client, 'c1', 'mika', null, '/api/uploads', { which: waitsForNetwork })).toEqual({
      sent: 1,
      failed: [],
    });
    expect(filesOf('c1').map(({ file }) => file.name)).toEqual(['later.mp4']);
  });

  it('answer with the first of them, also when it is tried again; not to what is gone', async () => {
    const answers = { replyToId: 'm1', replyTo: null };
    const answered = () => sendWhileHere.mock.calls.map(([{ replyToId }]) => replyToId);
    upload.mockRejectedValueOnce(new Error('away'));
    await addFiles('c1', [film('one.mp4'), film('two.mp4')]);
    await sendFiles(client, 'c1', 'mika', null, '/api/uploads', { answers });
    expect(answered()).toEqual([null]);
    const gone = new ApiError('MESSAGE_NOT_FOUND', '', { status: 404 });
    sendWhileHere.mockResolvedValueOnce({ kind: 'refused', error: gone });
    await send();
    await send();
    expect(answered()).toEqual([null, 'm1', null]);
  });

  it('are uploaded once, however often their message is tried', async () => {
    const refusal = (code: string) => ({ kind: 'refused', error: new ApiError(code, '', { status: 403 }) });
    const contents = () => sendWhileHere.mock.calls.map(([{ content }]) => content);
    upload.mockResolvedValueOnce({ content: '/api/media/first', media: null });
    for (const outcome of [{ kind: 'unreached' }, refusal('SLOW_MODE'), refusal('MEDIUM_NOT_YOURS')]) {
      sendWhileHere.mockResolvedValueOnce(outcome);
    }
    await addFiles('c1', [film('lanterns.mp4')]);
    for (let tries = 0; tries < 3; tries++) await send();
    expect(contents()).toEqual(['/api/media/first', '/api/media/first', '/api/media/first']);
    expect(upload).toHaveBeenCalledTimes(1);
    // It has gone meanwhile, as what nothing shows does after a day.
    expect(await send()).toMatchObject({ sent: 1 });
    expect(contents().at(-1)).toBe('/api/media/m1');
    expect(upload).toHaveBeenCalledTimes(2);
    expect(upload.mock.calls[0]![0].id).toBe(sendWhileHere.mock.calls[0]![0].clientId);
  });

  it('say which message was refused, and how (COMP-066)', async () => {
    sendWhileHere.mockResolvedValueOnce({ kind: 'refused', error: new ApiError('X', 'x', { status: 403 }) });
    await addFiles('c1', [film('one.mp4'), film('two.mp4')]);
    const { sent, failed } = await send();
    expect([sent, failed.map(({ failure }) => failure)]).toEqual([1, [{ kind: 'send', status: '403' }]]);
    expect(logged()).toEqual(['Failed to send one.mp4: 403']);
  });
});
