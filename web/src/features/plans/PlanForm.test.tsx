// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { PlanForm } from './PlanForm.tsx';
import { beginningOf, type PlanDraft } from './plan-draft.ts';

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const plan = {
  ...{ id: 'p1', version: 4, activity: 'badminton', title: null, note: null, calledOff: null },
  ...{ local: '2030-01-01T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120 },
  ...{ startsAt: minutes(60), endsAt: minutes(180), decidesAt: minutes(-60) },
  ...{ spot: { latitude: 35.66, longitude: 139.7, name: 'Court 3', hint: null }, spotShown: 'let_in' },
  ...{ seats: 4, least: 3, goingCount: 3, entry: 'open', who: 'everyone', languages: ['en'] },
  ...{ languageNeeded: false, level: null, cost: 'own', costText: null, listed: true, mine: {} },
} as unknown as Plan;

function Form({ begun = {}, of = plan }: { begun?: Partial<PlanDraft>; of?: Plan }) {
  const [draft, setDraft] = useState<PlanDraft>({ ...beginningOf(of), ...begun });
  return (
    <PlanForm
      user={{ id: 'u1' } as User}
      isOpen
      plan={of}
      draft={draft}
      onDraft={(changes) => setDraft({ ...draft, ...changes })}
      map={() => null}
      findPlace={() => null}
      onChoosePlace={() => {}}
      onDone={() => {}}
      onOvertaken={() => {}}
      onDismiss={() => {}}
    />
  );
}

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('after the decision nothing is sent of what was begun before it and is not shown any more', async () => {
  const sent: object[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method?: string; body?: string }) => {
    if (method === 'PATCH') sent.push(JSON.parse(body!));
    return Response.json({ success: true, data: method === 'PATCH' ? plan : null });
  });
  const begun = {
    activity: 'other',
    note: 'East gate',
    seats: 6,
    time: '22:00',
    timeZone: 'Asia/Seoul',
  } as const;
  await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        <Form begun={begun} />
      </Asking>
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText('Where exactly'), { target: { value: 'courts' } });
  await press(screen.getByRole('button', { name: 'Save' }));
  const { latitude, longitude, name } = plan.spot!;
  const spot = { latitude, longitude, name, hint: 'courts' };
  await vi.waitFor(() => expect(sent).toEqual([{ userId: 'u1', version: 4, spot }]));
  await press(screen.getByRole('button', { name: 'Later by 20 min' }));
  await press(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent[1]).toMatchObject({ local: '2030-01-01T19:20' }));
});

test('that everybody sees where it is can be taken back and put back before it is saved', async () => {
  const mine = { agreed: null } as Plan['mine'];
  const of: Plan = { ...plan, mine, spotShown: 'everyone', decidesAt: minutes(30) };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null }));
  await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        <Form of={of} />
      </Asking>
    </MemoryRouter>,
  );
  const sight = () => screen.findByRole('switch', { name: 'Everyone may see the exact place' });
  for (const isPublic of [false, true]) {
    await press(await sight());
    expect((await sight()).getAttribute('aria-checked')).toBe(String(isPublic));
  }
});

test('once a plan has started it is not offered to put it off, which would be refused', async () => {
  const of = { ...plan, startsAt: minutes(-10) };
  const sent: object[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method?: string; body?: string }) => {
    if (method === 'PATCH') sent.push(JSON.parse(body!));
    return Response.json({ success: true, data: method === 'PATCH' ? of : null });
  });
  await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        <Form of={of} begun={{ time: '19:20' }} />
      </Asking>
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText('Where exactly'), { target: { value: 'courts' } });
  expect(screen.queryByRole('button', { name: 'Later by 20 min' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty('local');
});
