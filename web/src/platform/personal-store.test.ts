// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isListOf, PersonalStore } from './personal-store.ts';
import { stored, writeStored } from './storage.ts';

const me = { id: 'mika', email: null, name: 'Mika', avatarUrl: null, gender: null, verified: true };
interface Note {
  text: string;
}
/** What another tab has of the same. */
const aTab = () => new PersonalStore('notes', isListOf<Note>(['text']));
const texts = (): string[] =>
  JSON.parse(localStorage.getItem('dazi.notes.mika') ?? '[]').map(({ text }: Note) => text);

beforeEach(() => {
  localStorage.clear();
  writeStored(stored.user, me as never);
});
afterEach(() => vi.restoreAllMocks());

test('what another tab has taken away does not come back with what this one adds', () => {
  const [one, other] = [aTab(), aTab()];
  one.change('mika', () => [{ text: 'waits' }]);
  expect(other.read('mika')).toEqual([{ text: 'waits' }]);
  one.change('mika', () => null);
  other.change('mika', (before) => [...(before ?? []), { text: 'new' }]);
  expect(texts()).toEqual(['new']);
  other.change('mika', () => null);
  expect(texts()).toEqual([]);
});

test('what storage does not take is remembered as long as the page is open', () => {
  const store = aTab();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  store.change('mika', () => [{ text: 'first' }]);
  store.change('mika', (before) => [...(before ?? []), { text: 'second' }]);
  expect(store.read('mika')).toEqual([{ text: 'first' }, { text: 'second' }]);
});
