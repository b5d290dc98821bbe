// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropWordsOfOthers, handOverWords, takeHandedWords } from './passing-words.ts';
import { isListOf, PersonalStore } from './personal-store.ts';
import { forgetMemories, forgetStored, stored, writeStored } from './storage.ts';

const me = { id: 'mika', email: null, name: 'Mika', avatarUrl: null, gender: null, verified: true };
interface Note {
  text: string;
}
/** What another tab has of the same. */
const aTab = () => new PersonalStore('notes', isListOf<Note>(['text']));
const ofWords = () => new PersonalStore('begun', isListOf<Note>(['text']), { outlives: true });
const texts = (): string[] =>
  JSON.parse(localStorage.getItem('dazi.notes.mika') ?? '[]').map(({ text }: Note) => text);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // Stores of other files are in the same process.
  forgetMemories();
  takeHandedWords();
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

/** The session is over; then somebody goes to the provider and comes back. */
function signInAgainAs(id: string): void {
  forgetStored('words');
  forgetMemories(true);
  handOverWords();
  takeHandedWords();
  expect(sessionStorage.length).toBe(0);
  writeStored(stored.user, { ...me, id } as never);
}

test('what somebody began outlives a cleared storage, for the same person in the same tab', () => {
  for (const [comes, finds] of [
    ['mika', [{ text: 'half' }]],
    ['aoi', null],
  ] as const) {
    writeStored(stored.user, me as never);
    const store = ofWords();
    store.change('mika', () => [{ text: 'half' }]);
    localStorage.clear();
    signInAgainAs(comes);
    const after = ofWords();
    expect(after.read(comes)).toEqual(finds);
    // It waits for nobody any more.
    handOverWords();
    expect(sessionStorage.length).toBe(0);
  }
});

test('nor does what another tab has sent come back by it', () => {
  const store = ofWords();
  store.change('mika', () => [{ text: 'half' }]);
  localStorage.removeItem('dazi.words.begun.mika');
  dispatchEvent(new StorageEvent('storage', { key: 'dazi.words.begun.mika', newValue: null }));
  signInAgainAs('mika');
  expect(ofWords().read('mika')).toBeNull();
});

test('nor one of several things that another tab has sent', () => {
  const store = ofWords();
  store.change('mika', () => [{ text: 'sent' }, { text: 'half' }]);
  const left = JSON.stringify([{ text: 'half' }]);
  localStorage.setItem('dazi.words.begun.mika', left);
  dispatchEvent(new StorageEvent('storage', { key: 'dazi.words.begun.mika', newValue: left }));
  localStorage.clear();
  signInAgainAs('mika');
  expect(ofWords().read('mika')).toEqual([{ text: 'half' }]);
});

test('of what was begun every tab shows what was written last, and nothing that was sent', () => {
  const [here, elsewhere] = [ofWords(), ofWords()];
  here.change('mika', () => [{ text: 'half' }]);
  expect(elsewhere.read('mika')).toEqual([{ text: 'half' }]);
  const told = vi.fn();
  elsewhere.subscribe(told);
  const hears = () => {
    const newValue = localStorage.getItem('dazi.words.begun.mika');
    dispatchEvent(new StorageEvent('storage', { key: 'dazi.words.begun.mika', newValue }));
  };
  here.change('mika', () => [{ text: 'half a thought' }]);
  hears();
  expect(elsewhere.read('mika')).toEqual([{ text: 'half a thought' }]);
  here.change('mika', () => null);
  hears();
  expect(elsewhere.read('mika')).toBeNull();
  expect(told).toHaveBeenCalledTimes(2);
});

test('nothing waits for somebody else, though they ask for nothing', () => {
  ofWords().change('mika', () => [{ text: 'half' }]);
  localStorage.clear();
  forgetMemories(true);
  dropWordsOfOthers('aoi');
  handOverWords();
  expect(sessionStorage.length).toBe(0);
});

test('nothing waits of what is no words', () => {
  const store = aTab();
  store.change('mika', () => [{ text: 'read' }]);
  localStorage.clear();
  signInAgainAs('mika');
  expect(aTab().read('mika')).toBeNull();
});
