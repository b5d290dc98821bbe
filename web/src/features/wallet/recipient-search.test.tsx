// @vitest-environment happy-dom
import type { WalletResult } from '@dazi/contract/wallet/wallet';
import { act, cleanup } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { RecipientSearch } from './RecipientSearch.tsx';

const somebody = (id: string, name: string): WalletResult => ({
  ...{ type: 'USER', id: `user-${id}`, userId: id, name, avatarUrl: null },
});
const everybody = [somebody('ana', 'Ana'), somebody('anton', 'Anton')];

let chosen: string[];

beforeEach(async () => {
  await allTextsReady;
  chosen = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(String(url), 'http://dazi.example').searchParams.get('q')!;
    const data = everybody.filter(({ name }) => name.toLowerCase().startsWith(query));
    return Response.json({ success: true, data });
  });
  await draw(
    <Asking client={createQueryClient()}>
      <RecipientSearch
        userId="mika"
        fromConversationId={null}
        onChoose={({ name }) => {
          chosen.push(name);
        }}
      />
    </Asking>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector('input')!;
const type = (keys: string) => userEvent.setup({ document, delay: null }).type(field(), keys);
/** What is typed rests, is asked for and answered. */
const answered = async () => {
  for (let turn = 0; turn < 25; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
};

test('whoever types on and presses Enter at once sends to nobody who was found for less', async () => {
  await type('an');
  await answered();
  await type('t{Enter}');
  expect(chosen).toEqual([]);
  await answered();
  await type('{Enter}');
  expect(chosen).toEqual(['Anton']);
});

test('what was found for one name is not chosen for another that is typed anew', async () => {
  await type('ant');
  await answered();
  await type('{Backspace}{Backspace}{Backspace}bo{Enter}');
  expect(chosen).toEqual([]);
});
