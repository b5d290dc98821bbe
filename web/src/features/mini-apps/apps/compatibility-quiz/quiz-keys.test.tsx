// @vitest-environment happy-dom
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { act, cleanup, fireEvent } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories } from '#platform/storage.ts';
import { Asking, draw } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { Questionnaire } from './Questionnaire.tsx';

const question = { id: 'q1', question: 'Tea or coffee?', options: ['Tea', 'Coffee'], isSpecialRule: false };
const miniApp = {
  ...{ id: 'a1', appType: 'compatibility-quiz', title: 'Quiz', details: { questions: [question] } },
  ...{ isActive: true, isCompleted: false, hasParticipated: false, participations: [], result: null },
} as unknown as MiniApp;

beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  forgetMemories();
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: {} }));
  await draw(
    <Asking client={createQueryClient()}>
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
  );
  for (let tries = 0; tries < 250 && !document.querySelector('form'); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chosen = () => [...document.querySelectorAll('input')].map(({ checked }) => checked);
const key = (init: KeyboardEventInit) =>
  act(async () => fireEvent.keyDown(document.querySelector('form')!, init));

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'whoever changes to another tab with %o and a number answers nothing by it',
  async (held) => {
    await key({ key: '2', ...held });
    expect(chosen()).toEqual([false, false]);
    await key({ key: '2' });
    expect(chosen()).toEqual([false, true]);
  },
);
