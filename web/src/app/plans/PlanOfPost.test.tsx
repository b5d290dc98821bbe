// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planForms } from '#features/plans/plan-draft.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { PlanOfPost } from './PlanOfPost.tsx';

const post = (id: string) => ({ id, userId: 'u1', content: 'Badminton tonight?', planId: null }) as Post;

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  planForms.keep('u1', 'new', null);
});

async function makePlanOf(id: string) {
  await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        <PlanOfPost post={post(id)} user={{ id: 'u1' } as User} />
      </Asking>
    </MemoryRouter>,
  );
  await press(screen.getByRole('button', { name: 'Make it a plan' }));
  cleanup();
  return planForms.of('u1', 'new')!;
}

test('what was begun of a post goes on when it is made a plan again, another post begins anew', async () => {
  const begun = await makePlanOf('p1');
  expect(begun).toMatchObject({ activity: 'badminton', note: 'Badminton tonight?', fromPostId: 'p1' });
  planForms.keep('u1', 'new', { ...begun, spotName: 'Court 3', note: 'Bring a racket' });
  expect(await makePlanOf('p1')).toMatchObject({ spotName: 'Court 3', note: 'Bring a racket' });
  expect(await makePlanOf('p2')).toMatchObject({ spotName: '', fromPostId: 'p2' });
});
