// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { handOverWords, takeHandedWords } from './passing-words.ts';
import { PersonalDrafts, usePersonalDraft } from './personal-drafts.ts';
import { forgetMemories, forgetStored, stored, writeStored } from './storage.ts';

const signedIn = (id: string) =>
  writeStored(stored.user, {
    id,
    email: null,
    name: 'Mika',
    avatarUrl: null,
    gender: null,
    verified: true,
  } as never);
let type: (text: string) => void = () => {};
function Field({ drafts, userId, id }: { drafts: PersonalDrafts; userId: string | null; id: string }) {
  const [text, setText] = usePersonalDraft(drafts, userId, id);
  type = setText;
  return <output>{text}</output>;
}
const show = (drafts: PersonalDrafts, userId: string | null, id: string) =>
  render(<Field drafts={drafts} userId={userId} id={id} />, { container: document.querySelector('main')! });
const shown = () => document.querySelector('output')?.textContent;
const load = () => {
  document.body.innerHTML = '<main></main>';
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  takeHandedWords();
  signedIn('mika');
  load();
});

test('what was begun is there again after a reload, of this person and this place alone', () => {
  show(new PersonalDrafts('words', 2), 'mika', 'a');
  act(() => type('Hello'));
  expect(shown()).toBe('Hello');
  cleanup();
  load();
  const drafts = new PersonalDrafts('words', 2);
  show(drafts, 'mika', 'a');
  expect(shown()).toBe('Hello');
  show(drafts, 'mika', 'b');
  expect(shown()).toBe('');
  show(drafts, 'aoi', 'a');
  expect(shown()).toBe('');
});

test('nothing remains of what was sent, and the one begun first makes room', () => {
  const drafts = new PersonalDrafts('words', 2);
  for (const id of ['a', 'b', 'c']) drafts.keep('mika', id, id);
  expect(['a', 'b', 'c'].map((id) => drafts.of('mika', id))).toEqual(['', 'b', 'c']);
  for (const id of ['b', 'c']) drafts.keep('mika', id, '');
  expect(localStorage.getItem('dazi.words.mika')).toBeNull();
});

test('a visitor’s words are nowhere but in the field', () => {
  const before = localStorage.length;
  show(new PersonalDrafts('words', 2), null, 'a');
  act(() => type('Hello'));
  expect(shown()).toBe('Hello');
  expect(localStorage.length).toBe(before);
});

/** To the provider and back, signed in or not. */
const returnAs = (userId: string | null) => {
  handOverWords();
  cleanup();
  takeHandedWords();
  expect(sessionStorage.length).toBe(0);
  load();
  const drafts = new PersonalDrafts('words', 2);
  // It is not known at once who is there.
  show(drafts, null, 'a');
  if (userId !== null) show(drafts, userId, 'a');
  return drafts;
};

test('a visitor’s words are the draft of whoever comes back signed in, or in the field of whoever does not', () => {
  show(new PersonalDrafts('words', 2), null, 'a');
  act(() => type('Hello'));
  returnAs(null);
  expect(shown()).toBe('Hello');
  act(() => type('Hello there'));
  const drafts = returnAs('mika');
  expect(shown()).toBe('Hello there');
  expect(drafts.of('mika', 'a')).toBe('Hello there');
  show(drafts, null, 'a');
  expect(shown()).toBe('');
});

test('a visitor’s words go with the field, and with a sign-in from elsewhere', () => {
  const drafts = new PersonalDrafts('words', 2);
  for (const next of [() => show(drafts, null, 'b'), () => show(drafts, 'mika', 'a')]) {
    show(drafts, null, 'a');
    act(() => type('Hello'));
    next();
    expect(shown()).toBe('');
    show(drafts, null, 'a');
    expect(shown()).toBe('');
  }
});

test('what somebody sent when their session was over waits in the field, and is given to them alone', () => {
  for (const [userId, text] of [
    ['mika', 'Hello'],
    ['aoi', ''],
  ] as const) {
    signedIn('mika');
    const drafts = new PersonalDrafts('words', 2);
    show(drafts, 'mika', 'a');
    act(() => type('Hello'));
    drafts.outlive('mika', 'a', 'Hello');
    act(() => {
      forgetStored();
      forgetMemories();
    });
    show(drafts, null, 'a');
    expect(shown()).toBe('Hello');
    // What is around the field is asked for again, and the field with it.
    cleanup();
    load();
    show(drafts, null, 'a');
    expect(shown()).toBe('Hello');
    signedIn(userId);
    returnAs(null);
    expect(shown()).toBe('');
    returnAs(userId);
    expect(shown()).toBe(text);
  }
});
