// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { stored, writeStored } from '#platform/storage.ts';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import { emptyPlanDraft, type PlanDraft } from './plan-draft.ts';
import { usePublishedElsewhere } from './use-published-elsewhere.ts';

const mika = { id: 'u1', email: null, name: 'Mika', avatarUrl: null, gender: null, verified: true };
const begun: PlanDraft = { ...emptyPlanDraft, activity: 'badminton' };
const sent: PlanDraft = { ...begun, sent: { clientId: 'c1', fields: '{}' } };
const said = () => JSON.stringify(shownToasts());

beforeEach(async () => {
  writeStored(stored.user, mika as never);
  await allTextsReady;
});
afterEach(() => {
  for (const { id } of toasts.snapshot()) toasts.close(id);
});

/** The form, as it follows what is kept of it; answers how often it was told to close. */
function after(drafts: readonly PlanDraft[], isSentHere = false) {
  const onPublished = vi.fn();
  const { rerender, unmount } = renderHook(
    ({ draft }) => usePublishedElsewhere('u1', draft, { current: isSentHere }, onPublished),
    { initialProps: { draft: drafts[0]! } },
  );
  for (const draft of drafts) rerender({ draft });
  unmount();
  return onPublished.mock.calls.length;
}

test('a form that another tab published closes and says so', () => {
  expect(after([begun, sent, { ...emptyPlanDraft }])).toBe(1);
  expect(said()).toContain('Your plan is published');
});

test.each([
  ['was emptied there', [begun, { ...emptyPlanDraft }], false],
  ['was sent from here', [sent, { ...emptyPlanDraft }], true],
  ['was begun anew there, of a post', [sent, { ...emptyPlanDraft, fromPostId: 'p1' }], false],
] as const)('one that %s says nothing', (_what, drafts, isSentHere) => {
  expect(after(drafts, isSentHere)).toBe(0);
  expect(said()).toBe('[]');
});

test('nor does one whose person signed out there', () => {
  writeStored(stored.user, null);
  expect(after([sent, { ...emptyPlanDraft }])).toBe(0);
});
