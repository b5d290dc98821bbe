import { expect, test } from 'vitest';
import { joinState, permissionTextOf, type RoomPlace, sentTextOf, wordingOf } from './join-state.ts';

const places: RoomPlace[] = ['list', 'popover', 'detail', 'page'];
const signedIn = { session: 'signed-in', within: true, place: 'detail' } as const;

test('JOIN-014, JOIN-027 signed out it reads Join and starts sign-in', () => {
  expect(joinState({ ...signedIn, session: 'signed-out', status: 'non-member' })).toEqual({
    label: 'join',
    action: 'sign-in',
    kind: 'primary',
    status: 'signedOut',
  });
});

test('JOIN-016 while nothing is known it waits', () => {
  for (const input of [{ session: 'loading', status: 'member' } as const, { status: undefined }]) {
    const { label, action } = joinState({ ...signedIn, ...input });
    expect([label, action]).toEqual(['loading', null]);
  }
});

test('JOIN-017, JOIN-018 the owner opens, in two wordings', () => {
  const labels = places.map((place) => joinState({ ...signedIn, status: 'owner', place }).label);
  expect(labels).toEqual(['openChat', 'openChat', 'open', 'open']);
});

test.each([
  ['member', 'openChat', 'open', 'member'],
  ['pending', 'pending', null, 'pending'],
  ['denied', 'denied', null, 'denied'],
  ['non-member', 'joinChat', 'join', null],
  // JOIN-006
  ['something new', 'joinChat', 'join', null],
])('JOIN-019 to JOIN-026 for %s', (status, label, action, line) => {
  for (const place of places) {
    const state = joinState({ ...signedIn, status, place });
    expect([state.label, state.action, state.status]).toEqual([label, action, line]);
  }
});

test('JOIN-003, JOIN-004 green inside, yellow outside, green with an invitation or where nothing is known', () => {
  const kindOf = (within: boolean | null, invited = false) =>
    joinState({ ...signedIn, status: 'non-member', within, invited }).kind;
  expect([kindOf(true), kindOf(false), kindOf(null), kindOf(false, true)]).toEqual([
    'primary',
    'room',
    'primary',
    'primary',
  ]);
  expect(joinState({ ...signedIn, status: 'pending', within: false }).kind).toBe('quiet');
});

test('an invitation also lets in whoever waits; nobody who was denied', () => {
  for (const place of places) {
    const stateOf = (status: string) =>
      joinState({ ...signedIn, status, place, within: false, invited: true });
    expect(stateOf('pending')).toEqual({
      label: 'joinChat',
      action: 'join',
      kind: 'primary',
      status: 'pending',
    });
    expect(stateOf('denied').action).toBeNull();
  }
});

test('JOIN-046 every place has its wording', () => {
  expect(wordingOf).toEqual({
    list: 'group',
    popover: 'group',
    detail: 'conversation',
    page: 'chatRoom',
  });
  expect(sentTextOf).toEqual({ list: 'waiting', popover: 'waiting', detail: 'outside', page: 'outside' });
  expect(permissionTextOf.page).toBe('chatRoom');
  expect(permissionTextOf.detail).toBe('conversation');
});
