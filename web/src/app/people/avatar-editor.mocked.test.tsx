// @vitest-environment happy-dom
import type { Profile } from '@dazi/contract/people/profiles';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';

const back = vi.hoisted(() => ({ close: () => undefined as unknown }));
vi.mock('#platform/history.ts', () => ({
  useBackCloses(_name: string, _isOpen: boolean, close: () => unknown) {
    back.close = close;
  },
}));
vi.mock('#ui/Dialog.tsx', () => ({
  Dialog: ({ open, children, footer, onOpenChange }: DialogParts) =>
    open && (
      <div role="dialog">
        <button type="button" onClick={() => onOpenChange(false)}>
          Close
        </button>
        {children}
        {footer}
      </div>
    ),
}));
interface DialogParts {
  open: boolean;
  children: ReactNode;
  footer: ReactNode;
  onOpenChange(open: boolean): void;
}
vi.mock('./avatar-picture.ts', () => ({ avatarPicture: async () => 'data:image/jpeg;base64,AAAA' }));
const { AvatarEditor } = await import('./AvatarEditor.tsx');

let answer: (response: Response) => void;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const profile = { userId: 'mika', displayName: 'Mika', isPictureFolded: false, user: { avatarUrl: null } };

test('a picture that is being saved is not taken back by closing its window (PROF-016)', async () => {
  const { container } = await draw(
    <Asking client={createQueryClient()}>
      <AvatarEditor profile={profile as Profile} />
    </Asking>,
  );
  const file = new File([new Uint8Array(4)], 'me.png', { type: 'image/png' });
  await act(async () =>
    fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } }),
  );
  const picture = screen.getByRole('dialog').querySelector('img')!;
  Object.defineProperty(picture, 'naturalWidth', { value: 80 });
  Object.defineProperty(picture, 'naturalHeight', { value: 80 });
  fireEvent.load(picture);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  for (const name of ['Close', 'Cancel']) {
    await act(async () => fireEvent.click(screen.getByRole('button', { name })));
    expect(screen.queryByRole('dialog'), name).not.toBeNull();
  }
  await act(async () => expect(back.close()).toBe(false));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  await act(async () => answer(Response.json({ success: true, data: { avatarUrl: '/api/media/m1' } })));
  expect(screen.queryByRole('dialog')).toBeNull();
});
