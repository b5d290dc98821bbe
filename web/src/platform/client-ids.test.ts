// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { sendOnce } from './client-ids.ts';
import { stored, writeStored } from './storage.ts';

beforeEach(() => localStorage.clear());

afterEach(() => vi.useRealTimers());

const lost = async () => {
  throw new Error('No answer');
};

test('the same words are sent under the same id until the server has said that it has them', async () => {
  const send = vi
    .fn<(clientId: string) => Promise<string>>()
    .mockImplementationOnce(lost)
    .mockResolvedValue('made');
  await expect(sendOnce('ann', 'post', ['Hello'], send)).rejects.toThrow('No answer');
  expect(await sendOnce('ann', 'post', ['Hello'], send)).toBe('made');
  expect(await sendOnce('ann', 'post', ['Hello'], send)).toBe('made');
  const [first, second, third] = send.mock.calls.map(([clientId]) => clientId);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ['other words', 'ann', 'post', ['Hello there']],
  ['another form', 'ann', 'room', ['Hello']],
  ['another person', 'bob', 'post', ['Hello']],
])('%s go under an id of their own', async (_what, person, form, said) => {
  const ids: string[] = [];
  const send = (clientId: string) => {
    ids.push(clientId);
    return lost();
  };
  await sendOnce('ann', 'post', ['Hello'], send).catch(() => {});
  await sendOnce(person, form, said, send).catch(() => {});
  await sendOnce(person, form, said, send).catch(() => {});
  expect(new Set(ids).size).toBe(2);
});

test('ids of ten forms are kept, over a page that is loaded anew, too', async () => {
  writeStored(stored.user, { id: 'cleo', email: null, name: 'Cleo', avatarUrl: null } as never);
  const ids: string[] = [];
  const send = (clientId: string) => {
    ids.push(clientId);
    return lost();
  };
  for (let form = 0; form < 11; form++) await sendOnce('cleo', `comment ${form}`, 'Hi', send).catch(() => {});
  vi.resetModules();
  const anew = await import('./client-ids.ts');
  for (const form of [1, 10, 0]) await anew.sendOnce('cleo', `comment ${form}`, 'Hi', send).catch(() => {});
  expect(ids.slice(11, 13)).toEqual([ids[1], ids[10]]);
  expect(ids[13]).not.toBe(ids[0]);
});

const unanswered = () => new ApiError('NETWORK', 'Network error');

test.each([
  ['no answer came', unanswered, 2, 'made'],
  ['a proxy answered for it', () => new ApiError('UNSAID', '', { status: 502 }), 1, 'made'],
  ['no answer comes at all', unanswered, 9, 'Network error'],
])('where %s it is sent again under the same id', async (_what, error, failures, outcome) => {
  vi.useFakeTimers();
  const ids: string[] = [];
  const send = async (clientId: string) => {
    ids.push(clientId);
    if (ids.length <= failures) throw error();
    return 'made';
  };
  const result = sendOnce('ann', 'post', ['Hello'], send).catch(({ message }) => message);
  await vi.runAllTimersAsync();
  expect(await result).toBe(outcome);
  expect(ids).toEqual(Array(Math.min(failures + 1, 3)).fill(ids[0]));
});

test.each([
  ['the server refused', () => new ApiError('CONTENT_REFUSED', 'Refused', { status: 400 }), true],
  ['the device has no network for', unanswered, false],
])('what %s is not sent again', async (_what, error, onLine) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  const send = vi.fn<(clientId: string) => Promise<string>>().mockRejectedValue(error());
  await expect(sendOnce('ann', 'post', ['Hello'], send)).rejects.toThrow();
  expect(send).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('nothing of the words is kept beside their id', async () => {
  writeStored(stored.user, { id: 'ann', email: null, name: 'Ann', avatarUrl: null } as never);
  await sendOnce('ann', 'post', ['A secret supper'], lost).catch(() => {});
  expect(Object.values({ ...localStorage }).join()).toContain('clientId');
  expect(Object.values({ ...localStorage }).join()).not.toContain('supper');
});
