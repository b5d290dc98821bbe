// @vitest-environment happy-dom

import type { Judged } from '@dazi/contract/moderation/decisions';
import type { Reported } from '@dazi/contract/moderation/moderation';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { AppealCard } from './AppealCard.tsx';
import { CaseCard } from './CaseCard.tsx';
import type { ModeratedPerson } from './moderated-people.api.ts';
import { PersonFacts } from './PersonFacts.tsx';
import { PublicWords } from './PublicWords.tsx';

beforeEach(async () => {
  await allTextsReady;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T10:00:00.000Z') });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const on = (day: number) => `2026-11-${day}T10:00:00.000Z`;
const good = { kind: 'good', until: null, decisionId: null };
const rule = { number: 4, en: 'No means no. Stop then.', ja: '', zh: '' };
const shown = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '));
const drawn = (screen: React.ReactNode) =>
  draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>{screen}</MemoryRouter>
    </Asking>,
  );

const reported = (before: Reported['before'], states: string[]) =>
  ({
    targetType: 'post',
    person: { id: 'u2', name: 'Dario', avatarUrl: null, accountCreatedAt: on(20), standing: good },
    snapshot: null,
    reports: states.map((state, n) => ({
      ...{ id: `r${n}`, part: null, reason: 'spam', details: null, createdAt: on(24), reporter: null, state },
    })),
    alsoOpen: [],
    before,
  }) as unknown as Reported;

test('beside a case stands what was decided about the same person, above earlier reports', async () => {
  const before: Reported['before'] = [
    { action: 'warn', rule, targetType: null, createdAt: on(23) },
    { action: 'dismiss', rule: null, targetType: 'post', createdAt: on(22) },
  ];
  await drawn(
    <CaseCard
      reported={reported(before, ['open', 'dismissed'])}
      together={null}
      onTogether={() => {}}
      claim={null}
    />,
  );
  expect(shown('.moderation-queue-before h3')).toEqual(['Before this']);
  expect(shown('.moderation-queue-decided > li')).toEqual([
    'WarnedRule 4, No means noNov 23',
    'DismissedReported: PostNov 22',
  ]);
  expect(document.querySelectorAll('.moderation-queue-before .moderation-queue-reports > li')).toHaveLength(
    1,
  );
});

test('of whom nothing was decided nothing stands there', async () => {
  await drawn(
    <CaseCard reported={reported([], ['open'])} together={null} onTogether={() => {}} claim={null} />,
  );
  expect(document.querySelector('.moderation-queue-before')).toBeNull();
});

const known = {
  person: { id: 'u2', name: 'Dario', avatarUrl: null },
  bio: null,
  standing: good,
  accountCreatedAt: on(20),
  confirmedAt: on(20),
  age: 34,
  gender: 'M',
  provider: 'accounts.example',
  hasVerifiedEmail: true,
  email: null,
  invited: { people: 0, withDecisions: 0 },
  earlierNames: [
    { name: 'Dario K', until: on(24) },
    { name: 'Dee', until: on(22) },
  ],
  made: { posts: 3, comments: 2, rooms: 0 },
  blockedBy: 0,
  reportsAbout: { open: 0, upheld: 0, dismissed: 0 },
  reportsMade: { open: 0, upheld: 0, dismissed: 0 },
  public: Array.from({ length: 5 }, (_, n) => ({
    ...{ kind: n < 2 ? 'comment' : 'post', id: `p${n}`, postId: `of${n}`, content: `Words ${n}` },
    createdAt: on(20),
  })),
} as unknown as ModeratedPerson;

test('age and gender stand together, and earlier names with the day until which they held', async () => {
  await drawn(<PersonFacts known={known} />);
  const facts = shown('.moderation-person-facts > div');
  expect(facts).toContain('Age and gender confirmedyes, 34, male');
  expect(facts).toContain('Earlier names“Dario K”, until Nov 24“Dee”, until Nov 22');
});

test('of what somebody wrote in public the latest stands there, the rest when it is asked for', async () => {
  await drawn(<PublicWords known={known} />);
  expect(shown('.moderation-person-public li p + p')).toEqual(['Words 0', 'Words 1', 'Words 2']);
  const link = document.querySelector('.moderation-person-public li a')!;
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Comment', '/post/of0']);
  const all = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'All 5')!;
  await act(async () => all.click());
  expect(shown('.moderation-person-public li p + p')).toHaveLength(5);
  expect(document.querySelectorAll('.moderation-person-public button')).toHaveLength(0);
});

test('the quick answer that an appeal is about stands there in words', async () => {
  const decision = {
    ...{ id: 'd1', action: 'warn', number: 1, until: null, rule: null, reason: null, createdAt: on(25) },
    about: { targetType: 'message', excerpt: 'on_my_way', createdAt: on(24), isQuick: true },
    ...{ readAt: null, by: null },
    appeal: { text: 'Why?', madeAt: on(25), state: 'upheld', decidedAt: null, reason: null },
  } as unknown as Judged;
  await drawn(<AppealCard appealed={{ decision, person: null, can: false }} userId="m1" />);
  expect(shown('blockquote')).toEqual(['On my way']);
});
