import type { Plan } from '@dazi/contract/plans/plans';
import { describe, expect, it } from 'vitest';
import { actionOf, leavingOf, type PlanAction } from './plan-action.ts';

const decidesAt = '2026-11-26T08:00:00.000Z';
const before = Date.parse(decidesAt) - 1;
const after = Date.parse(decidesAt);

type Changes = Omit<Partial<Plan>, 'mine' | 'can'> & {
  mine?: Partial<Plan['mine']>;
  can?: Partial<Plan['can']>;
};

function planOf({ mine, can, ...changes }: Changes = {}): Plan {
  return {
    decidesAt,
    state: 'open',
    seats: 4,
    goingCount: 1,
    entry: 'open',
    obstacle: null,
    ...changes,
    mine: { standing: 'none', isHost: false, ...mine },
    can: { takeOver: false, ...can },
  } as Plan;
}

const full = { state: 'full', goingCount: 4, obstacle: 'PLAN_FULL' } as const;

describe('the one button of a plan', () => {
  it.each<[string, Changes, PlanAction, PlanAction]>([
    ['open', {}, 'join', 'sign-in'],
    ['on', { state: 'on' }, 'join', 'sign-in'],
    ['with something to be stated first', { obstacle: 'SAFETY_CARD_NEEDED' }, 'join', 'sign-in'],
    ['that the host answers', { entry: 'ask' }, 'ask', 'sign-in'],
    ['asked', { entry: 'ask', mine: { standing: 'asked' } }, 'asked', 'sign-in'],
    ['full', full, 'wait', 'sign-in'],
    ['full, that the host answers', { ...full, entry: 'ask' }, 'ask', 'sign-in'],
    ['in line', { ...full, mine: { standing: 'waiting' } }, 'waiting', 'sign-in'],
    ['going', { mine: { standing: 'going' } }, 'in', 'sign-in'],
    ['going while it happens', { state: 'happening', mine: { standing: 'going' } }, 'in', 'closed'],
    ['without a host', { mine: { standing: 'going' }, can: { takeOver: true } }, 'take-over', 'sign-in'],
    ['called off', { state: 'called_off', mine: { standing: 'going' } }, 'called-off', 'called-off'],
    ['over', { state: 'over', mine: { standing: 'going' } }, 'over', 'over'],
    ['that one was not let into', { mine: { standing: 'declined' } }, 'declined', 'sign-in'],
    ['left twice', { mine: { standing: 'left' }, obstacle: 'PLAN_LEFT_TWICE' }, 'closed', 'sign-in'],
    ['left once', { mine: { standing: 'left' } }, 'join', 'sign-in'],
    ['that happens', { state: 'happening' }, 'closed', 'closed'],
  ])('of one %s', (_, changes, signedIn, visitor) => {
    expect(actionOf(planOf(changes), true, before)).toBe(signedIn);
    expect(actionOf(planOf(changes), false, before)).toBe(visitor);
  });

  it('gives a place that is free after the decision to whoever in line taps first, and none before', () => {
    const free = planOf({ state: 'on', goingCount: 3, mine: { standing: 'waiting' } });
    expect(actionOf(free, true, after)).toBe('take');
    expect(actionOf(free, true, before)).toBe('waiting');
    expect(actionOf({ ...free, obstacle: 'GENDER_NEEDED' }, true, after)).toBe('waiting');
    expect(actionOf(planOf({ ...full, mine: { standing: 'waiting' } }), true, after)).toBe('waiting');
  });
});

describe('what becomes of a plan that somebody leaves', () => {
  const host = { id: 'u1', name: 'Mika', avatarUrl: null };
  const own = { host, mine: { standing: 'going', isHost: true } } as const;
  it.each<[string, Changes, string, string]>([
    ['one of several', { host, goingCount: 3, mine: { standing: 'going' } }, 'text', 'text'],
    ['one of two', { host, goingCount: 2, mine: { standing: 'going' } }, 'text', 'text'],
    ['its host, of three', { ...own, goingCount: 3 }, 'host', 'text'],
    ['its host, of two', { ...own, goingCount: 2 }, 'host', 'last'],
    ['its host, alone', { ...own, goingCount: 1 }, 'last', 'last'],
    ['one of three without a host', { host: null, goingCount: 3 }, 'text', 'text'],
    ['one of two without a host', { host: null, goingCount: 2 }, 'text', 'last'],
    ['the last without a host', { host: null, goingCount: 1 }, 'last', 'last'],
  ])('%s', (_who, changes, ahead, decided) => {
    const plan = planOf(changes);
    expect([leavingOf(plan, before), leavingOf(plan, after)]).toEqual([ahead, decided]);
  });
});
