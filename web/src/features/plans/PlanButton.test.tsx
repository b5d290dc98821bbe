// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { PlanButton } from './PlanButton.tsx';

const settings = { adultAt: 'x', safetyCard: 1, gender: null, languages: [], reminders: {} };
const plan = {
  ...{ id: 'p1', state: 'full', seats: 4, goingCount: 4, entry: 'open', who: 'everyone', languages: ['en'] },
  ...{ decidesAt: '2099-01-01T00:00:00.000Z', obstacle: null, can: {}, host: { id: 'u2' } },
  mine: { standing: 'none', isHost: false, blockedAmong: true, conversationId: null },
} as unknown as Plan;

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['Join the waitlist', {}],
  ["I'm in", { state: 'on', goingCount: 3 }],
  ['Ask to join', { entry: 'ask' }],
])(
  'with somebody among them whom one has blocked, "%s" is asked for by the same words',
  async (name, changes) => {
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json({ success: true, data: String(url).includes('settings') ? settings : null }),
    );
    await draw(
      <MemoryRouter>
        <Asking client={createQueryClient()}>
          <PlanButton user={{ id: 'u1' } as User} plan={{ ...plan, ...changes } as Plan} />
        </Asking>
      </MemoryRouter>,
    );
    await press(screen.getByRole('button', { name }));
    const question = await screen.findByRole('dialog');
    within(question).getByRole('button', { name });
    expect(within(question).getAllByRole('button')).toHaveLength(3);
  },
);
