// @vitest-environment happy-dom
import type { Message } from '@dazi/contract/chat/conversations';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { MiniAppMessage } from './MiniAppMessage.tsx';

const content = { miniAppId: 'q1', appType: 'compatibility-quiz', title: 'Compatibility Quiz' };
const people = [
  { id: 'mika', name: 'Mika', answers: ['Tea'] },
  { id: 'lin', name: 'Lin', answers: ['Tea'] },
];
const pair = { user1: people[0]!, user2: people[1]!, score: 100, details: [] };
const results = { allPairs: [pair], bestMatch: pair, participants: people, questions: [] };
const answered = {
  ...{ id: 'q1', appType: content.appType, title: content.title, createdBy: 'lin', change: 1 },
  ...{ config: {}, details: { questions: [] }, isActive: true, isCompleted: true, hasParticipated: true },
  ...{ participations: [], participantCount: 2, maxParticipants: 10, askedCount: 2 },
  result: { ...content, type: 'mini-app-result', generatedText: '', results },
  can: { participate: false, complete: false, changeState: true },
};
const message = { content: JSON.stringify(content), change: 1, isDeleted: false } as unknown as Message;

beforeEach(async () => {
  await allTextsReady;
  vi.stubGlobal('fetch', async (url: string) => {
    const isList = String(url).endsWith('/participations');
    const data = isList ? { participations: [], participantCount: 2 } : answered;
    return Response.json({ success: true, data, ...(isList && { nextCursor: null }) });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let navigate: NavigateFunction;
function Way() {
  navigate = useNavigate();
  return null;
}
const go = (to: string | number) => act(async () => navigate(to as never));
const dialog = () => document.querySelector('[role=dialog]');
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const until = (isSo: () => boolean) =>
  vi.waitFor(async () => {
    await settle();
    expect(isSo()).toBe(true);
  });
const resultsButton = () =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'View results');

test('a dialog that a way led out of is there again on the way back, and does not open by itself', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter initialEntries={['/messages/group']}>
        <Way />
        <Routes>
          <Route
            path="/messages/group"
            element={
              <MiniAppMessage message={message} viewer={{ userId: 'mika', messageButton: () => null }} />
            }
          />
          <Route path="/messages/lin" element={<p>Lin</p>} />
        </Routes>
      </MemoryRouter>
    </Asking>,
  );
  await until(() => resultsButton() !== undefined);
  await press(resultsButton()!);
  await until(() => dialog() !== null);
  expect(dialog()?.textContent).toContain('Mika');
  await go('/messages/lin');
  expect(dialog()).toBeNull();
  await go(-1);
  await until(() => dialog() !== null);
  expect(dialog()?.textContent).toContain('Mika');

  await go('/messages/lin');
  await go('/messages/group');
  await until(() => resultsButton() !== undefined);
  await settle();
  expect(dialog()).toBeNull();
  // It opens as before.
  await press(resultsButton()!);
  await until(() => dialog() !== null);
  expect(dialog()?.textContent).toContain('Mika');
});
