// @vitest-environment happy-dom
import type { Position } from '@dazi/contract/places/places';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { PlanFormZone } from './PlanFormZone.tsx';
import { emptyPlanDraft, type PlanDraft } from './plan-draft.ts';

const [tokyo, seoul, honolulu] = [
  { latitude: 35.6586, longitude: 139.7454 },
  { latitude: 37.5512, longitude: 126.9882 },
  { latitude: 21.2793, longitude: -157.8294 },
];
const client = createQueryClient();
const patient = { timeout: 20_000 };
let drafts: PlanDraft[];

function Form({ place }: { place: Position }) {
  const [draft, setDraft] = useState<PlanDraft>({ ...emptyPlanDraft, day: '2026-12-01' });
  drafts.push(draft);
  const change = (changes: Partial<PlanDraft>) => setDraft({ ...draft, ...changes });
  return <PlanFormZone draft={draft} onDraft={change} place={place} usualZone="Asia/Tokyo" />;
}
const form = (place: Position) => (
  <Asking client={client}>
    <Form place={place} />
  </Asking>
);

beforeEach(() => {
  drafts = [];
  return allTextsReady;
});
afterEach(cleanup);

test('asks whose clocks are meant where a place has others, and forgets the answer with the place', async () => {
  const { rerender } = await draw(form(honolulu!));
  await screen.findByText(/Hawaii-Aleutian.*Is 19:00 meant there\?/, {}, patient);
  const answers = screen.getAllByRole('button');
  expect(answers.map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  await press(screen.getByRole('button', { name: 'Yes, 19:00 there' }));
  expect(drafts.at(-1)!.timeZone).toBe('Pacific/Honolulu');
  await press(screen.getByRole('button', { name: 'Times in Japan Standard Time' }));
  expect(drafts.at(-1)!.timeZone).toBeNull();
  await press(screen.getByRole('button', { name: 'Yes, 19:00 there' }));
  rerender(form(tokyo!));
  await waitFor(() => expect(drafts.at(-1)!.timeZone).toBeNull(), patient);
  expect(screen.queryByRole('button')).toBeNull();
});

test('asks nothing where the clocks show the same', async () => {
  await draw(form(seoul!));
  await waitFor(
    () => expect(client.getQueryData(['zone-of', seoul!.latitude, seoul!.longitude])).toBe('Asia/Seoul'),
    patient,
  );
  expect(screen.queryByRole('button')).toBeNull();
});
