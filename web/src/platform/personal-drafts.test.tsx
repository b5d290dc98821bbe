// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PersonalDrafts, usePersonalDraft } from './personal-drafts.ts';
import { stored, writeStored } from './storage.ts';

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
let root: Root;
const show = (drafts: PersonalDrafts, userId: string | null, id: string) =>
  act(() => root.render(<Field drafts={drafts} userId={userId} id={id} />));
const shown = () => document.querySelector('output')?.textContent;
const load = () => {
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
  signedIn('mika');
  load();
});
afterEach(() => act(() => root.unmount()));

test('what was begun is there again after a reload, of this person and this place alone', () => {
  show(new PersonalDrafts('words', 2), 'mika', 'a');
  act(() => type('Hello'));
  expect(shown()).toBe('Hello');
  act(() => root.unmount());
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
