// @vitest-environment happy-dom

import type { User } from '@dazi/contract/identity/identity';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import type { ModeratedPerson } from './moderated-people.api.ts';
import { PersonMeasures } from './PersonMeasures.tsx';

const user = { id: 'm1', name: 'Nadia', email: null, avatarUrl: null } as User;
let answers: (() => Response)[] = [];
let asked = 0;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  asked = 0;
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ success: true, data: [] });
    return answers[asked++]!();
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const known = (can: readonly string[]) =>
  ({
    ...{
      person: { id: 'u2', name: 'Dario', avatarUrl: null },
      isModerator: false,
      isAdministrator: false,
      can,
    },
    standing: { kind: 'limited', until: null, decisionId: 'd1' },
  }) as unknown as ModeratedPerson;
const shown = (can: readonly string[]) =>
  draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <PersonMeasures known={known(can)} user={user} />
      </MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
const button = (name: string) =>
  [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === name);
const typesShown = () => shownToasts().map(({ type }) => type);

test('a measure that was ended by an attempt whose answer was lost is ended', async () => {
  answers = [
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => Response.json({ success: false, code: 'ACTION_NOT_POSSIBLE', error: 'No' }, { status: 400 }),
  ];
  await shown(['warn']);
  await press(button('End it now')!);
  await vi.waitFor(() => expect(document.querySelector('[role=dialog] textarea')).not.toBeNull());
  await write(document.querySelector('textarea')!, 'A mistake.');
  await press(document.querySelector('[role=dialog] footer button:last-child')!);
  await act(() => vi.waitFor(() => expect(asked).toBe(2)));
  await vi.waitFor(() => expect(document.querySelector('[role=dialog] textarea')).toBeNull());
  expect(typesShown()).toEqual(['success']);
});

test('what did not stand when it was first asked for is refused in words', async () => {
  answers = [
    () => Response.json({ success: false, code: 'ACTION_NOT_POSSIBLE', error: 'No' }, { status: 400 }),
  ];
  await shown(['warn']);
  await press(button('End it now')!);
  await vi.waitFor(() => expect(document.querySelector('[role=dialog] textarea')).not.toBeNull());
  await write(document.querySelector('textarea')!, 'A mistake.');
  await press(document.querySelector('[role=dialog] footer button:last-child')!);
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
  expect(typesShown()).toEqual([]);
});

test('the end of a measure is offered to nobody who would be refused it', async () => {
  await shown([]);
  expect(button('End it now')).toBeUndefined();
});
