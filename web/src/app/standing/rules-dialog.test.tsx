// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { RulesDialog } from './RulesDialog.tsx';

let navigate: NavigateFunction;
let pathname: string;

function Page() {
  navigate = useNavigate();
  ({ pathname } = useLocation());
  const [isOpen, setOpen] = useState(true);
  return <RulesDialog open={isOpen} onOpenChange={setOpen} />;
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await allTextsReady;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('going back closes the rules, and leaves the page below where it is', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter initialEntries={['/before', '/account/decisions/d1']} initialIndex={1}>
        <Page />
      </MemoryRouter>
    </Asking>,
  );
  const isShown = () => document.querySelector('[role=dialog]') !== null;
  await vi.waitFor(() => expect(isShown()).toBe(true));
  // What came by itself has a place in the history once its effects have run.
  await act(async () => {});
  await act(async () => navigate(-1));
  expect([pathname, isShown()]).toEqual(['/account/decisions/d1', false]);
});
