// @vitest-environment happy-dom
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { IceBreakerView } from './IceBreakerView.tsx';

const open = {
  ...{ id: 'i1', appType: 'ice-breaker', title: 'Ice Breaker', participations: [], participantCount: 0 },
  ...{ config: { questionId: 'small-joy', question: null }, isActive: true, hasParticipated: false },
  can: { participate: true, complete: false, changeState: true },
} as unknown as MiniApp;
const answered = {
  ...open,
  hasParticipated: true,
  participations: [{ userId: 'mika', user: { name: 'Mika' }, data: { answers: ['A robin'] } }],
} as unknown as MiniApp;

let sent: unknown[];

const comes = (id: string) => {
  forgetMemories();
  forgetStored({ wordsOf: id });
  writeStored(stored.user, { id, name: id, email: null, avatarUrl: null } as never);
};
beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  comes('mika');
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)).data.answers);
    return Response.json({ success: true, data: { miniApp: open, participations: [] }, nextCursor: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The card is expanded, as it is for the first time or after it was collapsed. */
async function expands(miniApp: MiniApp, userId = 'mika'): Promise<void> {
  cleanup();
  await draw(
    <Asking client={createQueryClient()}>
      <IceBreakerView
        miniApp={miniApp}
        userId={userId}
        title="Ice Breaker"
        view={null}
        onClose={() => {}}
        onReload={() => {}}
      />
    </Asking>,
  );
}
const field = () => document.querySelector('textarea')!;
const click = (name: string) =>
  press([...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!);

test('an answer that was begun is there when the card was collapsed, and goes when it is sent', async () => {
  await expands(open);
  await write(field(), 'The smell of rain');
  await expands(open);
  expect(field().value).toBe('The smell of rain');
  await click('Answer');
  expect(sent).toEqual([['The smell of rain']]);
  await expands(open);
  expect(field().value).toBe('');
});

test('so is a change of it, also where nothing is left in the field', async () => {
  await expands(answered);
  await click('Change my answer');
  expect(field().value).toBe('A robin');
  await write(field(), '');
  expect(field().value).toBe('');
  await write(field(), 'A wren');
  await expands(answered);
  await click('Change my answer');
  expect(field().value).toBe('A wren');
});

test('nobody else finds it', async () => {
  await expands(open);
  await write(field(), 'The smell of rain');
  comes('noor');
  await expands(open, 'noor');
  expect(field().value).toBe('');
});
