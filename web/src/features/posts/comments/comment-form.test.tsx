// @vitest-environment happy-dom

import type { User } from '@dazi/contract/identity/identity';
import type { Comment } from '@dazi/contract/posts/comments';
import type { Post } from '@dazi/contract/posts/posts';
import { act, cleanup, fireEvent } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { Asking, press as click, draw, write as writeIn } from '#testing/draw.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import { Comments } from './Comments.tsx';
import { refreshComments } from './comments.api.ts';

const user = { id: 'u1', name: 'Uma', email: null, avatarUrl: null } as User;
const comment: Comment = {
  id: 'c1',
  messageId: 'p1',
  userId: 'u2',
  parentId: null,
  content: 'Chess?',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  user: { id: 'u2', name: 'Ben', avatarUrl: null },
  can: { reply: true, remove: false },
  replies: [],
} as unknown as Comment;

let status = 201;
let refusal: string | null = null;
let listed: Comment[] = [];
let closed = 0;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  localStorage.clear();
  writeStored(stored.user, user as never);
  status = 201;
  refusal = null;
  listed = [];
  closed = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'GET' && path.startsWith('/api/comments'))
      return Response.json({ success: true, data: listed, nextCursor: null });
    if (status === 401)
      return Response.json({ success: false, code: 'SIGN_IN_REQUIRED', error: '' }, { status });
    if (refusal) return Response.json({ success: false, code: refusal, error: '' }, { status: 429 });
    const { content, parentId } = JSON.parse(String(init.body ?? '{}'));
    return Response.json({ success: true, data: { ...comment, id: 'c2', content, parentId } }, { status });
  });
  document.body.innerHTML = '<main></main>';
});
// A post is asked for half a second after a change: that is not to happen in the tests of another file.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 700)));
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const client = createQueryClient();
const show = (who: User | null, children: ReactNode) => {
  client.setQueryData(sessionKey, who);
  return draw(
    <Asking client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
};
const field = () => document.querySelector<HTMLInputElement>('.comments-form input')!;
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
const write = (text: string) => writeIn(field(), text);
const press = (target: Element, key: string) => act(async () => void fireEvent.keyDown(target, { key }));
const post = () =>
  act(async () => {
    await click(button('Post'));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test('after a comment was posted the focus is in its field', async () => {
  await show(user, <CommentForm postId="p1" user={user} />);
  await write('Hello');
  await post();
  expect([field().value, button('Post').disabled]).toEqual(['', true]);
  expect(document.activeElement).toBe(field());
});

test('Escape closes the field of a reply and nothing else, and the words stay a draft', async () => {
  const open = (
    <Dialog open onOpenChange={() => closed++} title="Post by Ben">
      <CommentItem comment={comment} user={user} onReport={() => {}} />
    </Dialog>
  );
  await show(user, open);
  // What draws dialogs is loaded when the first one opens.
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(button('Reply')).toBeDefined();
  }, 30_000);
  await click(button('Reply'));
  await write('Soon');
  for (const from of [() => field(), () => button('Cancel')]) {
    await press(from(), 'Escape');
    expect([closed, field()]).toEqual([0, null]);
    expect(document.activeElement).toBe(button('Reply'));
    await click(button('Reply'));
    expect(field().value).toBe('Soon');
  }
  await post();
  expect(field()).toBeNull();
  expect(document.activeElement).toBe(button('Reply'));
  await press(button('Reply'), 'Escape');
  expect(closed).toBe(1);
});

test('what was sent when the session was over stays in the field', async () => {
  await show(user, <CommentForm postId="p1" user={user} />);
  await write('Hello');
  status = 401;
  await post();
  await act(async () => {
    forgetStored();
    forgetMemories();
  });
  await show(null, <CommentForm postId="p1" user={null} />);
  expect(field().value).toBe('Hello');
});

const said = () => toasts.snapshot().at(-1)?.message;

test.each([
  ['NEWCOMER_LINKS', undefined, 'Failed to post comment. You are new here: links can be sent in a few days'],
  [
    'COMMENT_TREE_FULL',
    comment,
    'Failed to post reply. This comment has 200 replies already. Please begin a new one.',
  ],
])('a comment that is refused stays, and it is said why: %s', async (code, parent, text) => {
  await show(user, <CommentForm postId="p1" user={user} {...(parent && { parent })} />);
  await write('Hello');
  refusal = code;
  await post();
  expect([field().value, said()]).toEqual(['Hello', text]);
});

test('the words of an answer whose comment is taken away meanwhile go on in the field of the post', async () => {
  const post = { id: 'p9', commentCount: 2 } as Post;
  listed = ['c8', 'c9'].map((id) => ({ ...comment, id, messageId: 'p9' }));
  await show(
    user,
    <>
      <Comments post={post} user={user} onReport={() => {}} />
      <CommentForm postId="p9" user={user} />
    </>,
  );
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(button('Reply')).toBeDefined();
  });
  await click(button('Reply'));
  await write('I play');
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('.comments-form input')];
  expect(fields().map(({ value }) => value)).toEqual(['I play', '']);
  listed = listed.slice(1);
  await act(() => refreshComments(client, 'p9'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(fields().map(({ value }) => value)).toEqual(['I play']);
  expect(said()).toContain('What you were answering is gone.');
});
