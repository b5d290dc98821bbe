// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { PlanFormDetails } from './PlanFormDetails.tsx';
import { emptyPlanDraft, problemsOfPlan } from './plan-draft.ts';

const draft = { ...emptyPlanDraft, who: 'same_gender' } as const;

beforeEach(() => allTextsReady);
afterEach(cleanup);

test.each([
  ['F', 'M', 'Women only'],
  ['M', null, 'Men only'],
  [null, 'M', 'Men only'],
] as const)('a plan for %s whose host says %s by now is called what it is', async (of, own, called) => {
  await draw(
    <PlanFormDetails
      draft={draft}
      onDraft={() => {}}
      problems={problemsOfPlan(draft, 0, 'UTC')}
      shown={() => null}
      plan={{ gender: of, goingCount: 1 } as Plan}
      gender={own}
      isOpen
      onOpenChange={() => {}}
    />,
  );
  screen.getByText(new RegExp(called, 'i'), { selector: 'b' });
  screen.getByRole('radio', { name: called });
});
