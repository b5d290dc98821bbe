// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { reportPlan } from './report-plan.tsx';

const person = (id: string) => ({ id, name: id, avatarUrl: null });
const over = (isHost: boolean, ...guests: string[]) =>
  ({
    ...{ id: 'p1', activity: 'badminton', title: null, state: 'over', host: person('Haru') },
    ...{ people: [person('Haru'), ...guests.map(person)], mine: { isHost } },
  }) as unknown as Plan;
const user = (id: string) => ({ id, name: id }) as User;
const drawn = (plan: Plan, id: string) =>
  draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>{reportPlan(user(id), null)(plan, true)}</Asking>
    </MemoryRouter>,
  );
const wrong = () => screen.queryByRole('button', { name: 'Something was wrong' });

beforeEach(() => allTextsReady);
afterEach(cleanup);

test('the host reports one of those who were in', async () => {
  await drawn(over(true, 'Gina', 'Theo'), 'Haru');
  await press(wrong()!);
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringContaining('Gina'),
    expect.stringContaining('Theo'),
  ]);
  await press(screen.getAllByRole('button', { name: 'Report' })[1]!);
  expect((await screen.findByRole('dialog', {}, { timeout: 20_000 })).textContent).toContain('Theo');
});

test('of one guest there is nothing to choose, and of none nothing to report', async () => {
  await drawn(over(true), 'Haru');
  expect(wrong()).toBeNull();
  cleanup();
  await drawn(over(true, 'Gina'), 'Haru');
  await press(wrong()!);
  expect((await screen.findByRole('dialog', {}, { timeout: 20_000 })).textContent).toContain('Gina');
});
