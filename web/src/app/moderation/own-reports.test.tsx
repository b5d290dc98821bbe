// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { OwnReportsPage } from './OwnReportsPage.tsx';

const report = (id: string, number: number | null) => ({
  ...{ id, targetType: 'room', reason: 'scam', state: 'upheld' },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', decidedAt: '2026-11-21T10:00:00.000Z' },
  rule: number === null ? null : { number, en: 'No scams.', ja: '', zh: '' },
});

// The header fetches it when it is shown. On a busy machine it would come, and ask, when other tests run already.
beforeAll(() => import('#app/shell/signed-in-parts.ts'));

beforeEach(async () => {
  await allTextsReady;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.startsWith('/api/reports')) return new Promise(() => {});
    return Response.json({ success: true, data: [report('r1', 9), report('r2', null)], nextCursor: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a report whose decision was erased with whom it was about is upheld, by no rule 0', async () => {
  const client = createQueryClient();
  client.setQueryData(sessionKey, { id: 'u1', name: 'Mara' });
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <OwnReportsPage />
      </MemoryRouter>
    </Asking>,
  );
  const shown = () => [...document.querySelectorAll('li p:first-of-type')].map((one) => one.textContent);
  await vi.waitFor(() => expect(shown()).toEqual(['Upheld, rule 9', 'Upheld']));
});
