// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { useSoonPlans } from '#features/plans/plans.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw, press } from '#testing/draw.tsx';
import { PlansPanel } from './PlansPanel.tsx';

const identity = vi.hoisted(() => ({ status: 'loading', startSignIn: vi.fn() }));
vi.mock('#features/identity/identity.api.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ status: identity.status, user: null }),
  startSignIn: identity.startSignIn,
}));

const drawn = (status: string) => {
  identity.status = status;
  return draw(
    <PlansPanel
      list={{ isError: false, hasNextPage: false } as ReturnType<typeof useSoonPlans>}
      plans={undefined}
      isFiltered={false}
      isElsewhere={false}
      user={null}
      located={false}
      selectedId={null}
      onOpen={() => {}}
      onClearFilters={() => {}}
      onMake={() => {}}
    />,
  );
};
const row = () => screen.queryByRole('button', { name: 'Sign in to see your plans' });

beforeEach(() => allTextsReady);
afterEach(cleanup);

test('a visitor is led to sign in for their own plans, but nobody who may be signed in', async () => {
  await drawn('loading');
  expect(row()).toBeNull();
  cleanup();
  await drawn('signed-out');
  await press(row()!);
  expect(identity.startSignIn).toHaveBeenCalledExactlyOnceWith();
});
