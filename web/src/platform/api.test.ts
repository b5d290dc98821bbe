import type { getPost, listPosts } from '@dazi/contract/posts/post-views';
import type { removePost } from '@dazi/contract/posts/posts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call, holdCalls, urlOf } from '#platform/api.ts';
import { mayRetry } from '#platform/query-client.ts';

function answering(body: unknown, init: ResponseInit = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fake = vi.fn<typeof fetch>(async () => new Response(text, init));
  vi.stubGlobal('fetch', fake);
  return fake;
}

afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  it('fills path and query and leaves out what is not given', () => {
    expect(urlOf('/api/messages/{messageId}', { messageId: 'a/b' })).toBe('/api/messages/a%2Fb');
    expect(urlOf('/api/messages', {}, { limit: 6, gender: undefined, keywords: 'tea, 茶' })).toBe(
      '/api/messages?limit=6&keywords=tea%2C+%E8%8C%B6',
    );
  });

  it('takes only the method and path that the contract gives the endpoint', async () => {
    answering({ success: true, data: [] });
    // @ts-expect-error: another method
    await call<typeof listPosts>('POST', '/api/messages');
    // @ts-expect-error: another path
    await call<typeof listPosts>('GET', '/api/message');
  });

  it('gives back the envelope with the fields beside data', async () => {
    answering({ success: true, data: [], nextCursor: 'c' });
    expect(await call<typeof listPosts>('GET', '/api/messages', { query: { limit: 6 } })).toEqual({
      success: true,
      data: [],
      nextCursor: 'c',
    });
  });

  it('sends JSON where there is a body', async () => {
    const fake = answering({ success: true, data: { id: 'm' } });
    await call<typeof removePost>('DELETE', '/api/messages/{messageId}', {
      params: { messageId: 'm' },
      body: { userId: 'u' },
    });
    expect(fake).toHaveBeenCalledWith(
      '/api/messages/m',
      expect.objectContaining({ method: 'DELETE', credentials: 'same-origin', body: '{"userId":"u"}' }),
    );
  });

  it('waits while calls are held, is not made when nobody wants it any more, and goes on after a failure', async () => {
    const fake = answering({ success: true, data: [] });
    let fail: (error: Error) => void = () => {};
    holdCalls(
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
    );
    const gone = new AbortController();
    const dropped = call<typeof listPosts>('GET', '/api/messages', {
      query: { limit: 6 },
      signal: gone.signal,
    });
    const wanted = call<typeof listPosts>('GET', '/api/messages', { query: { limit: 7 } });
    gone.abort();
    await Promise.resolve();
    expect(fake).not.toHaveBeenCalled();
    fail(new Error('still here'));
    await expect(dropped).rejects.toThrow('abort');
    expect((await wanted).data).toEqual([]);
    expect(fake.mock.calls.map(([address]) => address)).toEqual(['/api/messages?limit=7']);
    await call<typeof listPosts>('GET', '/api/messages', { query: { limit: 8 } });
    expect(fake).toHaveBeenCalledTimes(2);
  });

  it('throws what the server refuses, with code, fields and when to come back', async () => {
    answering(
      {
        success: false,
        error: 'Invalid input',
        code: 'INVALID_INPUT',
        fields: [{ path: 'limit', code: 'too_big' }],
      },
      { status: 400, headers: { 'retry-after': '7' } },
    );
    await expect(
      call<typeof getPost>('GET', '/api/messages/{messageId}', { params: { messageId: 'm' } }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Invalid input',
      fields: [{ path: 'limit', code: 'too_big' }],
      retryAfter: 7,
    });
  });

  it('understands answers that are not ours', async () => {
    answering('<html>', { status: 413 });
    await expect(call<typeof listPosts>('GET', '/api/messages')).rejects.toMatchObject({
      code: 'TOO_LARGE',
      status: 413,
    });
    answering('<html>', { status: 200 });
    await expect(call<typeof listPosts>('GET', '/api/messages')).rejects.toMatchObject({
      code: 'UNSAID',
      message: '',
    });
    // As a portal says it: taken for an answer it would say that nobody is signed in, and clear the device.
    for (const said of [{ login: 'https://portal.example' }, [], 'yes', 1, null]) {
      answering(JSON.stringify(said));
      await expect(call<typeof listPosts>('GET', '/api/messages')).rejects.toMatchObject({ code: 'UNSAID' });
    }
  });

  it('calls a lost network NETWORK, but leaves a cancelled call alone', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('failed to fetch');
    });
    await expect(call<typeof listPosts>('GET', '/api/messages')).rejects.toMatchObject({
      code: 'NETWORK',
      message: 'Network error',
      status: 0,
    });
    const cancelled = new AbortController();
    cancelled.abort();
    await expect(
      call<typeof listPosts>('GET', '/api/messages', { signal: cancelled.signal }),
    ).rejects.toBeInstanceOf(TypeError);
  });

  it('is tried three times again, but not after a refusal', () => {
    const lost = new ApiError('NETWORK', 'Network error');
    expect([0, 1, 2, 3].map((failures) => mayRetry(failures, lost))).toEqual([true, true, true, false]);
    expect(mayRetry(0, new ApiError('NOT_FOUND', 'Not found', { status: 404 }))).toBe(false);
    expect(mayRetry(0, new ApiError('TOO_MANY_REQUESTS', '', { status: 429 }))).toBe(false);
  });
});
