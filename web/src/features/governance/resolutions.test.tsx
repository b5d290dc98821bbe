// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { Resolutions } from './Resolutions.tsx';

const page = 'https://benches.example/plan';
const passed = {
  ...{
    number: 1,
    motionId: 'm1',
    removed: null,
    title: 'Benches',
    content: `As drawn at ${page}`,
    votes: [],
  },
  ...{ passedAt: '2026-05-01T10:00:00.000Z', createdAt: '2026-05-01T10:00:00.000Z', creator: null },
  votingSummary: { totalVotes: 12, yesVotes: 12, noVotes: 0 },
};

beforeEach(async () => {
  await allTextsReady;
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({
      ...{ success: true, nextCursor: null, total: 1 },
      data: String(url).includes('/resolutions') ? [passed] : [],
    }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what a motion refers to is a press away in the resolution that it became, too', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <Resolutions user={null} place="resolution-1" action={() => null} onMove={() => {}} />
      </MemoryRouter>
    </Asking>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.body.textContent).toContain('As drawn at');
  expect(document.querySelector(`a[href="${page}"]`)).not.toBeNull();
});
