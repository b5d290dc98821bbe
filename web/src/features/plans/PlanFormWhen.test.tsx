// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { PlanFormWhen } from './PlanFormWhen.tsx';
import { emptyPlanDraft, type PlanDraft, problemsOfPlan } from './plan-draft.ts';

let draft: PlanDraft;

function Form() {
  const [kept, setKept] = useState<PlanDraft>({ ...emptyPlanDraft, day: '2030-12-05', time: '18:30' });
  draft = kept;
  return (
    <PlanFormWhen
      draft={kept}
      onDraft={(changes) => setKept({ ...kept, ...changes })}
      problems={problemsOfPlan(kept, 0, 'UTC')}
      shown={() => null}
      timeZone="UTC"
      isZoneShown={false}
    />
  );
}

beforeEach(() => allTextsReady);
afterEach(cleanup);

const drawn = () =>
  draw(
    <Asking client={createQueryClient()}>
      <Form />
    </Asking>,
  );
const chip = () => screen.getByRole('button', { name: /5 Dec|Dec 5/ });

test('the chip of a day that is not near opens the field for it, and folds it', async () => {
  await drawn();
  expect(chip().getAttribute('aria-pressed')).toBe('true');
  for (const isOpen of [false, true, false]) {
    expect(chip().getAttribute('aria-expanded')).toBe(String(isOpen));
    expect(document.querySelectorAll('input[type=date]')).toHaveLength(isOpen ? 1 : 0);
    await press(chip());
  }
});

test('a day or a time that is emptied, or typed half, stays what it was', async () => {
  await drawn();
  await press(chip());
  for (const type of ['date', 'time']) {
    fireEvent.change(document.querySelector(`input[type=${type}]`)!, { target: { value: '' } });
  }
  expect(draft).toMatchObject({ day: '2030-12-05', time: '18:30' });
  expect(screen.getByDisplayValue('2030-12-05')).toBeTruthy();
  expect(screen.getByDisplayValue('18:30')).toBeTruthy();
});

test('a time between the steps, as some devices offer it, is the one before it once the field is left', async () => {
  await drawn();
  const time = document.querySelector('input[type=time]')!;
  fireEvent.change(time, { target: { value: '19:03' } });
  // What is typed digit by digit is left alone meanwhile.
  expect(draft.time).toBe('19:03');
  fireEvent.blur(time);
  expect(draft.time).toBe('19:00');
});
