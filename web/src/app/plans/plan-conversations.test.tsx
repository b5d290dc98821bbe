// @vitest-environment happy-dom
import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { MessageEvent } from '@dazi/contract/chat/conversations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameOf } from '#features/chat/conversations/conversation-names.ts';
import { eventText } from '#features/chat/conversations/preview.ts';
import { allTextsReady, i18n } from '#platform/i18n/i18n.ts';
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
  await i18n.changeLanguage('en');
});

test.each([
  ['en', 'Badminton, Thu, Nov 26, 19:00'],
  ['ja', 'バドミントン 11月26日(木) 19:00'],
  ['zh', '羽毛球 · 11月26日周四 19:00'],
])('the conversation of a plan is called in the reader’s language: %s', async (language, name) => {
  await i18n.changeLanguage(language);
  expect(named({})).toBe(name);
  expect(named({ title: '周四火锅小分队' })).toBe('周四火锅小分队');
});

test('what nobody has a name for is something else, and no code is shown', () => {
  expect(named({ activity: 'quidditch' })).toMatch(/^Something else, /);
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
