// @vitest-environment happy-dom
import type { Motion } from '@dazi/contract/governance/governance';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { MotionCard } from './MotionCard.tsx';

const mika = { id: 'mika', name: 'Mika', avatarUrl: null };
const motion: Motion = {
  ...{ id: 'm1', removed: null, title: 'Benches', content: 'More of them', status: 'PENDING', votes: [] },
  ...{ createdBy: 'mika', creator: mika, can: { vote: true } },
  ...{ createdAt: '2026-05-01T10:00:00.000Z', updatedAt: '2026-05-01T10:00:00.000Z' },
};
const withOwn = (vote: 'YES' | 'NO'): Motion => ({
  ...motion,
  votes: [{ id: 'b1', voterId: 'mika', voter: mika, voter_name: 'Mika', vote, votedAt: motion.createdAt }],
  can: { vote: false },
});
const alreadyVoted = 'You have already voted on this motion';

beforeEach(async () => {
  await allTextsReady;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, code: 'ALREADY_VOTED', error: alreadyVoted }, { status: 409 }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Mika says YES and is refused; then it is told how the motion stands. */
async function saidAfter(standing: Motion): Promise<string | null> {
  const client = createQueryClient();
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  const show = (shown: Motion) =>
    draw(
      <Asking client={client}>
        <MemoryRouter>
          <MotionCard
            motion={shown}
            isNamed={false}
            onMove={() => {}}
            board={[mika] as never}
            user={mika as never}
            action={() => null}
          />
        </MemoryRouter>
      </Asking>,
      container,
    );
  await show(motion);
  await press([...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'YES')!);
  expect(container.textContent).toContain(alreadyVoted);
  await show(standing);
  return container.textContent;
}

test('a ballot that arrived, and whose answer did not, is not told as one that failed', async () => {
  const said = await saidAfter(withOwn('YES'));
  expect(said).toContain('You voted YES');
  expect(said).not.toContain(alreadyVoted);
});

test('where another one was cast elsewhere it is said that this one does not count', async () => {
  expect(await saidAfter(withOwn('NO'))).toContain(alreadyVoted);
});

test('a NO is asked about also where it is not known who else has a seat', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <MotionCard
          motion={motion}
          isNamed={false}
          onMove={() => {}}
          board={undefined}
          user={mika as never}
          action={() => null}
        />
      </MemoryRouter>
    </Asking>,
  );
  await press([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'NO')!);
  for (let tries = 0; tries < 100 && !document.querySelector('[role=dialog]'); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Benches');
});
