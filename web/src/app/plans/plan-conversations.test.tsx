// @vitest-environment happy-dom
import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Member, MessageEvent } from '@dazi/contract/chat/conversations';
import { cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nameOf } from '#features/chat/conversations/conversation-names.ts';
import { MemberGrid } from '#features/chat/conversations/MemberGrid.tsx';
import { planConversations } from '#features/chat/conversations/plan-conversations.ts';
import { eventText, previewOf, quotedText, wordsIn } from '#features/chat/conversations/preview.ts';
import { roleText } from '#features/chat/conversations/role-text.ts';
import { allTextsReady, i18n } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import './plan-conversations.tsx';

const plan = {
  id: 'p1',
  activity: 'badminton',
  title: null,
  local: '2026-11-26T19:00',
  timeZone: 'Asia/Tokyo',
  part: null,
  startsAt: '2026-11-26T10:00:00.000Z',
  endsAt: '2026-11-26T12:00:00.000Z',
  state: 'open',
};
const conversation = { isPrivate: false, title: null, plan } as unknown as Conversation;
const named = (changes: object) =>
  nameOf({ ...conversation, plan: { ...plan, ...changes } } as Conversation, i18n.t);
const said = (event: MessageEvent, isOfPlan = true) => eventText(event, isOfPlan, i18n.t);

beforeEach(() => allTextsReady);
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await i18n.changeLanguage('en');
});

test.each([
  ['en', '2026-11-20T10:00:00Z', 'Badminton, Thu 19:00'],
  ['ja', '2026-11-26T01:00:00Z', 'バドミントン 木曜日 19:00'],
  ['zh', '2026-12-02T10:00:00Z', '羽毛球 · 周四 19:00'],
  // More than a week away, by the clocks of the plan, the weekday alone says too little.
  ['en', '2026-11-19T10:00:00Z', 'Badminton, Thu, Nov 26, 19:00'],
  ['ja', '2026-11-19T14:59:00Z', 'バドミントン 11月26日(木) 19:00'],
  ['zh', '2026-12-02T15:00:00Z', '羽毛球 · 11月26日周四 19:00'],
])('the conversation of a plan is called in the reader’s language: %s at %s', async (language, now, name) => {
  await i18n.changeLanguage(language);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  expect(named({})).toBe(name);
  expect(named({ title: '周四火锅小分队' })).toBe('周四火锅小分队');
});

test('what nobody has a name for is something else, and no code is shown', () => {
  expect(named({ activity: 'quidditch' })).toMatch(/^Something else, /);
});

test.each([
  ['open', true, 'Plan · This chat closes on December 3'],
  ['called_off', true, 'Plan · Called off'],
  // The card says it then, and for how long it can be read.
  ['over', true, 'Plan'],
  ['over', false, 'Plan · This chat has ended'],
])('of one that is %s, with writing %s, it says until when', async (state, send, words) => {
  const { container } = await draw(
    planConversations()!.kind({ ...conversation, plan: { ...plan, state }, can: { send } } as Conversation),
  );
  expect(container.textContent).toBe(words);
});

test('lines are those of a plan only in its conversation', () => {
  const joined: MessageEvent = { code: 'member_joined', params: { name: 'Theo' } };
  expect(said(joined)).toBe('Theo is in');
  expect(said(joined, false)).toBe('Theo joined the group');
  expect(said({ code: 'member_left', params: { name: 'Theo' } })).toBe("Theo can't come");
  expect(said({ code: 'plan_on', params: { count: 3 } })).toBe("It's on: 3 people are in");
  expect(said({ code: 'plan_spot_changed', params: {} })).toBe('The meeting place has changed');
  expect(said({ code: 'plan_host_changed', params: { name: 'Theo' } })).toBe('Theo hosts now');
  expect(said({ code: 'plan_called_off', params: { reason: 'too_few' } })).toBe('Called off: Too few people');
  expect(said({ code: 'plan_called_off', params: { reason: 'of a later version' } })).toBe(
    'Called off: Other reasons',
  );
  const moved = { local: '2026-11-26T19:30', timeZone: 'Asia/Tokyo', part: null };
  expect(said({ code: 'plan_time_changed', params: moved })).toBe('New time: Thu, Nov 26, 19:30');
});

test.each([
  ['en', 'Host', 'Owner', 'Member'],
  ['ja', '主催者', 'オーナー', 'メンバー'],
  ['zh', '发起人', '群主', '成员'],
])(
  'in a plan there is a host among people, elsewhere everybody has a role: %s',
  async (language, host, ...other) => {
    await i18n.changeLanguage(language);
    const user = { name: 'Theo', avatarUrl: null };
    const [owner, member] = (['OWNER', 'MEMBER'] as const).map(
      (role) => ({ id: role, userId: role, role, moderates: false, user }) as unknown as Member,
    ) as [Member, Member];
    expect([owner, member].map((one) => roleText(one, true, i18n.t))).toEqual([host, null]);
    expect([owner, member].map((one) => roleText(one, false, i18n.t))).toEqual(other);
    const { getByRole } = await draw(
      <MemoryRouter>
        <MemberGrid members={[owner, member]} isOfPlan voting={null} />
      </MemoryRouter>,
    );
    expect(getByRole('img').getAttribute('aria-label')).toBe(host);
  },
);

test('beside the menu stands what to know before one meets', async () => {
  const { getByRole, findByText, queryByRole } = await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>{planConversations()!.tools()}</Asking>
    </MemoryRouter>,
  );
  expect(queryByRole('dialog')).toBeNull();
  await press(getByRole('button', { name: 'Safety card' }));
  expect(await findByText('Have your own way home.')).toBeTruthy();
});

const last = { type: 'QUICK', content: 'late_10', senderId: 'p2', senderName: 'Theo', event: null };

test.each([
  ['en', 'Running 10 min late', 'Theo: Running 10 min late'],
  ['ja', '10分遅れます', 'Theo：10分遅れます'],
  ['zh', '晚到10分钟', 'Theo：晚到10分钟'],
])(
  'a quick answer is read in the reader’s language wherever it stands: %s',
  async (language, words, line) => {
    await i18n.changeLanguage(language);
    expect(wordsIn('QUICK', 'late_10')).toBe(words);
    expect(previewOf(last as Conversation['lastMessage'], 'p1', i18n.t)).toBe(line);
    expect(quotedText({ isDeleted: false, type: 'QUICK', content: 'late_10' }, i18n.t)).toBe(words);
    const { getByText } = await draw(planConversations()!.answer('late_10'));
    expect(getByText(words)).toBeTruthy();
  },
);

test('what was taken back says nothing, and words that look like a code stay words', () => {
  expect(previewOf({ ...last, content: '' } as Conversation['lastMessage'], 'p1', i18n.t)).not.toContain(
    'late',
  );
  expect(wordsIn('TEXT', 'late_10')).toBe('late_10');
  expect(wordsIn('QUICK', 'of_a_later_version')).toBe('of_a_later_version');
});

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const offered = async (changes: object) => {
  const say = vi.fn();
  const shown = { ...conversation, plan: { ...plan, startsAt: hours(1), endsAt: hours(3), ...changes } };
  const box = await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        {planConversations()!.answers(shown as unknown as Conversation, 'p1', say)}
      </Asking>
    </MemoryRouter>,
  );
  await vi.dynamicImportSettled();
  return { say, ...box };
};

test('quick answers are said with one tap, the rarer ones with two', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const { say, findByRole, getByRole, queryByRole } = await offered({});
  await press(await findByRole('button', { name: "I can't find you" }));
  expect(say.mock.calls).toEqual([['cannot_find']]);
  expect(queryByRole('button', { name: 'Thanks, that was good' })).toBeNull();
  await press(getByRole('button', { name: 'More answers' }));
  await press(getByRole('button', { name: 'Thanks, that was good' }));
  expect(say).toHaveBeenLastCalledWith('thanks');
});

test.each([
  ['long before', { startsAt: hours(4), endsAt: hours(6) }],
  ['once it is over', { startsAt: hours(-3), endsAt: hours(-1) }],
  ['when it was called off', { state: 'called_off' }],
])('and none are offered %s', async (_when, changes) => {
  const { queryByRole } = await offered(changes);
  expect(queryByRole('button')).toBeNull();
});
