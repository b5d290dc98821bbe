// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { act, renderHook } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { draftOfPlan, emptyPlanDraft, type PlanDraft } from './plan-draft.ts';
import { useSendPlan } from './use-send-plan.ts';

const court = { latitude: 35.66, longitude: 139.7 };
const begun: PlanDraft = { ...emptyPlanDraft, activity: 'badminton', place: court, spotName: 'Court 3' };
const wrapper = ({ children }: { children: ReactNode }) => (
  <Asking client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </Asking>
);

/** Ids under which a plan was sent; the answers in their order. */
let ids: string[];
let answers: ('lost' | object)[];
beforeEach(async () => {
  ids = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    ids.push(JSON.parse(body).clientId);
    const answer = answers.shift();
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const data = { id: 'p1', calledOff: null, ...(answer as object) };
    return new Response(JSON.stringify({ success: true, data }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  // What is lost is not sent again by itself.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await allTextsReady;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The form on a page that was loaded anew, with what was kept of it; answers what is kept after it was sent. */
async function sentFrom(kept: PlanDraft): Promise<PlanDraft> {
  const { result, unmount } = renderHook(
    () => {
      const [draft, setDraft] = useState(kept);
      const { send } = useSendPlan('u1', null, draft, 'Asia/Tokyo', {
        onSending: (sent) => setDraft({ ...draft, sent }),
        onSent: () => setDraft(emptyPlanDraft),
        onPostLost: () => {},
        onOvertaken: () => {},
      });
      return { send, draft };
    },
    { wrapper },
  );
  await act(() => result.current.send());
  const { draft } = result.current;
  unmount();
  return draft;
}

test('a plan whose answer was lost is the same one when it is sent again, also after a reload', async () => {
  answers = ['lost', {}];
  const kept = await sentFrom({ ...begun, day: '2030-01-01' });
  expect(await sentFrom(kept)).toEqual(emptyPlanDraft);
  expect(ids[0]).toMatch(/.{8,64}/);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('a plan whose answer was lost on the way is sent again by itself, before anybody changes it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  answers = ['lost', {}];
  expect(await sentFrom({ ...begun, day: '2030-01-01' })).toEqual(emptyPlanDraft);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('what was changed meanwhile is a plan of its own, and so is one after the first was called off', async () => {
  answers = ['lost', 'lost', { calledOff: { at: '', reason: 'ill' } }, {}];
  const kept = await sentFrom({ ...begun, day: '2030-01-01' });
  const other = await sentFrom({ ...kept, spotName: 'Court 4' });
  expect(await sentFrom(other)).toEqual(emptyPlanDraft);
  expect(ids[2]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(3);
});

const plan = {
  ...{ id: 'p1', version: 1, activity: 'badminton', title: null, note: null, calledOff: null },
  ...{ local: '2030-01-01T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120 },
  ...{ spot: { ...court, name: 'Court 3', hint: null }, spotShown: 'let_in', seats: 4, least: 3 },
  ...{ entry: 'open', who: 'everyone', languages: ['en'], languageNeeded: false, level: null },
  ...{ cost: 'own', costText: null, listed: true },
} as unknown as Plan;

/** Saves a change of the plan, which says something else meanwhile; answers what was asked of the server, and what came of it. */
async function changedTo(changes: Partial<PlanDraft>, current: object) {
  const now = { ...plan, version: 2, ...current };
  const asked: object[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method: string; body?: string }) => {
    const { userId: _userId, ...said } = JSON.parse(body ?? '{}');
    if (method === 'PATCH') asked.push(said);
    const isRefused = method === 'PATCH' && said.version !== now.version;
    const answer = isRefused
      ? { success: false, code: 'PLAN_VERSION', error: 'Changed' }
      : { success: true, data: now };
    return Response.json(answer, { status: isRefused ? 409 : 200 });
  });
  const on = { onSending: vi.fn(), onPostLost: vi.fn(), onSent: vi.fn(), onOvertaken: vi.fn() };
  const draft = { ...draftOfPlan(plan), ...changes };
  const { result, unmount } = renderHook(() => useSendPlan('u1', plan, draft, plan.timeZone, on), {
    wrapper,
  });
  await act(() => result.current.send());
  unmount();
  return {
    asked,
    isSaved: on.onSent.mock.calls.length === 1,
    overtakenBy: on.onOvertaken.mock.calls[0]?.[0],
  };
}

test('a change is saved although somebody came meanwhile, and also when it was saved already', async () => {
  const note = 'East gate';
  for (const current of [{ goingCount: 3 }, { note }]) {
    const { asked, isSaved, overtakenBy } = await changedTo({ note }, current);
    expect(asked).toEqual([
      { version: 1, note },
      { version: 2, ...('note' in current ? {} : { note }) },
    ]);
    expect([isSaved, overtakenBy]).toEqual([true, undefined]);
  }
});

test('a change of what was changed elsewhere meanwhile is not saved: the form goes on from there', async () => {
  const { asked, isSaved, overtakenBy } = await changedTo({ note: 'East gate' }, { title: 'Doubles' });
  expect(asked).toEqual([{ version: 1, note: 'East gate' }]);
  expect(isSaved).toBe(false);
  expect(overtakenBy).toMatchObject({ title: 'Doubles', version: 2 });
});
