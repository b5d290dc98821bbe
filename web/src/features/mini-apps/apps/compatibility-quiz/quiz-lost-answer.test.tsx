// @vitest-environment happy-dom
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories } from '#platform/storage.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { Questionnaire } from './Questionnaire.tsx';

const question = { id: 'q1', question: 'Tea or coffee?', options: ['Tea', 'Coffee'], isSpecialRule: false };
const open = {
  ...{ id: 'a1', appType: 'compatibility-quiz', title: 'Quiz', details: { questions: [question] } },
  ...{ isActive: true, isCompleted: false, hasParticipated: false, participations: [], result: null },
} as unknown as MiniApp;
const arrived = {
  ...open,
  hasParticipated: true,
  participations: [{ userId: 'mika', user: { name: 'Mika' }, data: { answers: ['Coffee'] } }],
} as unknown as MiniApp;
const failed = 'Failed to submit quiz';

beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  forgetMemories();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('the answer was lost')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Mika hands the quiz in, and no answer comes; then it is told how it stands. */
async function saidAfter(standing: MiniApp): Promise<string | null> {
  const client = createQueryClient();
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  const show = (miniApp: MiniApp) =>
    draw(
      <Asking client={client}>
        <MemoryRouter>
          <Questionnaire
            miniApp={miniApp}
            userId="mika"
            title="Quiz"
            view="answers"
            onClose={() => {}}
            onReload={() => {}}
          />
        </MemoryRouter>
      </Asking>,
      container,
    );
  await show(open);
  for (let tries = 0; tries < 250 && !document.querySelector('form'); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  await press(document.querySelectorAll('input')[1]!);
  await press([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'submit')!);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.body.textContent).toContain(failed);
  await show(standing);
  return document.body.textContent;
}

test('answers that arrived, and whose answer did not, are not told as ones that failed', async () => {
  const said = await saidAfter(arrived);
  expect(said).not.toContain(failed);
  expect(said).toContain('Your saved answers.');
});

test('those that did not can be sent again', async () => {
  expect(await saidAfter({ ...open, participantCount: 1 })).toContain(failed);
});
