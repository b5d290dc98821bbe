// @vitest-environment happy-dom

import type { User } from '@dazi/contract/identity/identity';
import { cleanup } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import { JoinButton } from './JoinButton.tsx';
import type { RoomPlace } from './join-state.ts';

/** The wording of joining, place by place, with a server that answers as the test says. */

const user = { id: 'u1', name: 'Uma', email: null, avatarUrl: null } as User;
const places: RoomPlace[] = ['list', 'popover', 'detail', 'page'];
const target = { roomId: 'r1', conversationId: 'c1' };
type Asked = { method: string; path: string; body: unknown };

let asked: Asked[] = [];
let answer: (asked: Asked) => { status: number; body: object };
let box: HTMLDivElement;
let at = '';

const fine = (data: object) => ({ status: 200, body: { success: true, data } });
const refused = (status: number, code: string, error: string) => ({
  status,
  body: { success: false, code, error },
});

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const one = { method: init.method ?? 'GET', path, body: JSON.parse(String(init.body ?? 'null')) };
    asked.push(one);
    const { status, body } = answer(one);
    return Response.json(body, { status });
  });
  box = document.createElement('div');
  document.body.append(box);
});
afterEach(() => {
  cleanup();
  box.remove();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Where() {
  at = useLocation().pathname;
  return null;
}

async function show(props: Partial<Parameters<typeof JoinButton>[0]>, who: User | null = user) {
  const client = createQueryClient();
  client.setQueryData(sessionKey, who);
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <Where />
        <JoinButton
          user={who}
          place="detail"
          target={target}
          standing={{ status: 'non-member', within: true }}
          {...props}
        />
      </MemoryRouter>
    </Asking>,
    box,
  );
  return box.querySelector('button')!;
}

/** What is said; those that are closing were said before. */
const told = () => shownToasts().map(({ message }) => message);

/** An invite link needs no position, so these go straight to the server. */
const invited = { invite: 'letter' };

test.each([
  ['list', 'Joined group successfully!'],
  ['popover', 'Joined group successfully!'],
  ['detail', 'Joined conversation successfully!'],
  ['page', 'Joined chat room successfully!'],
] as const)('JOIN-009, JOIN-010, JOIN-040 to JOIN-042 in the %s: %s', async (place, text) => {
  answer = () =>
    fine({ joinType: 'AUTO', conversationId: 'c1', userMembershipStatus: 'member', requestId: null });
  await press(await show({ place, ...invited }));
  expect(told()).toContain(text);
  expect(at).toBe('/messages/c1');
  expect(asked[0]).toEqual({
    method: 'POST',
    path: '/api/chatrooms/r1',
    body: { userId: 'u1', invite: 'letter' },
  });
});

test.each([
  ['list', 'Failed to join group'],
  ['popover', 'Failed to join group'],
  ['detail', 'Failed to join conversation'],
  ['page', 'Failed to join chat room'],
] as const)('JOIN-037 to JOIN-039 in the %s: %s', async (place, text) => {
  answer = () => refused(500, 'INTERNAL', 'Something went wrong');
  await press(await show({ place, ...invited }));
  expect(told()).toContain(text);
  expect(at).toBe('/');
});

test.each([
  ['list', 'Join request sent! Waiting for approval from the group owner.'],
  ['popover', 'Join request sent! Waiting for approval from the group owner.'],
  ['detail', 'Join request sent! You are outside the group radius and need approval from the group owner.'],
] as const)('JOIN-043, JOIN-044 in the %s', async (place, text) => {
  answer = () =>
    fine({ joinType: 'REQUEST', conversationId: 'c1', userMembershipStatus: 'pending', requestId: 'q1' });
  await press(await show({ place, ...invited, message: ' Let me in ' }));
  expect(told()).toContain(text);
  expect(at).toBe('/');
  expect(asked[0]!.body).toMatchObject({ message: 'Let me in' });
});

test('JOIN-028 a request that waits already is said in the server’s words', async () => {
  answer = () => refused(409, 'REQUEST_PENDING', 'You already have a pending join request for this group');
  for (const place of places) {
    for (const toast of toasts.snapshot()) toasts.close(toast.id);
    await press(await show({ place, ...invited }));
    expect(told()).toContain('You already have a pending join request for this group');
  }
});

test.each([
  [403, 'NEWCOMER_LINKS', 'You are new here: links can be sent in a few days'],
  [429, 'NEWCOMER_LIMIT', 'You are new here and have done this a lot today. Please go on tomorrow.'],
  [429, 'DAY_LIMIT', 'You have done this a lot today. Please go on tomorrow.'],
])('what is asked of newcomers is said where one joins: %i %s', async (status, code, text) => {
  answer = () => refused(status, code, 'Refused');
  await press(await show({ place: 'detail', ...invited, message: 'I am https://dazi.example/me' }));
  expect(told()).toContain(text);
});

test.each([
  [404, 'INVITE_NOT_FOUND'],
  // Of what no link looks like.
  [400, 'INVALID_INPUT'],
])('an invitation that opens nothing is given up: %i %s', async (status, code) => {
  answer = () => refused(status, code, 'Refused');
  const onInviteLost = vi.fn();
  await press(await show({ ...invited, onInviteLost }));
  expect(told()).toContain('This invite link is not valid any more');
  expect(onInviteLost).toHaveBeenCalledOnce();
});

test('what else is wrong leaves the invitation as it is', async () => {
  answer = () => refused(409, 'ROOM_FULL', 'This group is full');
  const onInviteLost = vi.fn();
  await press(await show({ ...invited, onInviteLost }));
  expect(onInviteLost).not.toHaveBeenCalled();
});

test('JOIN-031 without a position nothing is sent', async () => {
  answer = () => fine({});
  await press(await show({ place: 'popover' }));
  expect(told()).toContain('Location required to join conversations');
  expect(asked).toEqual([]);
});

test('members open the conversation', async () => {
  answer = ({ path }) =>
    path === '/api/conversations/create-for-chatroom' ? fine({ id: 'c9' }) : refused(500, 'INTERNAL', '');
  await press(await show({ standing: { status: 'member', within: false } }));
  expect(at).toBe('/messages/c9');
  expect(asked.map(({ path }) => path)).toEqual(['/api/conversations/create-for-chatroom']);
});

test('JOIN-030 where opening fails, joining is tried', async () => {
  answer = ({ path }) =>
    path === '/api/conversations/create-for-chatroom'
      ? refused(403, 'NOT_A_MEMBER', 'Not a participant in this conversation')
      : fine({ joinType: 'AUTO', conversationId: 'c1', userMembershipStatus: 'member', requestId: null });
  await press(await show({ standing: { status: 'member', within: true }, ...invited }));
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/conversations/create-for-chatroom',
    '/api/chatrooms/r1',
  ]);
  expect(told()).toContain('Joined conversation successfully!');
  expect(at).toBe('/messages/c1');
});

test('without a network a member is led to what the device holds, and is neither let in again nor asked where they are', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push({ method: 'POST', path, body: null });
    throw new TypeError('Failed to fetch');
  });
  for (const place of places) {
    asked = [];
    await press(await show({ place, standing: { status: 'member', within: true } }));
    expect(asked.map(({ path }) => path)).toEqual(['/api/conversations/create-for-chatroom']);
    expect(told()).toEqual([]);
    expect(at).toBe('/messages/c1');
  }
});

test('ROOM-052 a conversation without a room cannot be joined', async () => {
  answer = () => fine({});
  await press(await show({ target: { roomId: null, conversationId: 'c1' } }));
  expect(told()).toContain('No chat room linked to this conversation');
  expect(asked).toEqual([]);
});

test('JOIN-020, JOIN-021 what waits and what was denied cannot be pressed', async () => {
  answer = () => fine({});
  for (const status of ['pending', 'denied'] as const) {
    const button = await show({ standing: { status, within: true } });
    expect(button.disabled).toBe(true);
    await press(button);
  }
  expect(asked).toEqual([]);
});

test('JOIN-003, JOIN-004 the colour says whether one is inside', async () => {
  const classOf = async (within: boolean) =>
    (await show({ standing: { status: 'non-member', within } })).className;
  expect(await classOf(true)).toContain('primary');
  expect(await classOf(false)).toContain('room');
});
