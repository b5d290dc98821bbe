// @vitest-environment happy-dom
import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { toasts } from '#ui/toast-store.ts';
import { DeleteRoom } from './DeleteRoom.tsx';
import { isNoRoom, NoRoom } from './NoRoom.tsx';
import { useRoom } from './rooms.api.ts';

const user = { id: 'u1', name: 'Uma' } as User;
let isGone = false;
let name = 'Chess';

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  isGone = false;
  name = 'Chess';
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'DELETE') {
      isGone = true;
      throw new TypeError('Failed to fetch');
    }
    if (isGone) return Response.json({ success: false, code: 'ROOM_NOT_FOUND', error: '' }, { status: 404 });
    return Response.json({ success: true, data: { id: 'r1', name, memberCount: 1 } as Room });
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Management() {
  const { data: room, error } = useRoom('r1');
  if (isNoRoom(error)) return <NoRoom wasShown />;
  return room && <DeleteRoom room={room} user={user} walletNote={() => null} onLost={() => {}} />;
}

test.each([
  ['two spaces, where one is seen', 'Chess  club', 'Chess club'],
  ['letters in two parts, as file names have them', 'か\u3099んばる会', 'がんばる会'],
  ['what nobody sees', 'Chess\u200b club\u200f', 'Chess club'],
  ['the width that the keyboard writes', 'ＡＢＣ部', 'ABC部'],
])('a name with %s is written as it is read', async (_what, given, written) => {
  name = given;
  await draw(
    <Asking client={createQueryClient()}>
      <Management />
    </Asking>,
  );
  await press(await screen.findByRole('button', { name: 'Delete room' }));
  const dialog = await screen.findByRole('dialog');
  const confirm = dialog.querySelector<HTMLButtonElement>('button.danger')!;
  await write(dialog.querySelector('input')!, 'Chess klub');
  expect(confirm.disabled).toBe(true);
  await write(dialog.querySelector('input')!, written);
  expect(confirm.disabled).toBe(false);
});

test('a room that was deleted without the answer coming is shown as gone', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <Management />
    </Asking>,
  );
  await press(await screen.findByRole('button', { name: 'Delete room' }));
  const dialog = await screen.findByRole('dialog');
  await write(dialog.querySelector('input')!, 'Chess');
  await press(dialog.querySelector('button.danger')!);
  await vi.waitFor(() => expect(isGone).toBe(true));
  expect(await screen.findByText('This room is not there any more')).toBeTruthy();
});
