// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { PersonalForms } from '#platform/personal-forms.ts';
import { forgetMemories, forgetStored, isRecord, stored, writeStored } from '#platform/storage.ts';

interface Form {
  text: string;
}
const forms = new PersonalForms(
  'tests',
  (value): value is Form => isRecord(value) && typeof value.text === 'string',
  2,
);

const comes = (id: string) => {
  forgetMemories();
  forgetStored({ wordsOf: id });
  writeStored(stored.user, { id, email: null, name: id, avatarUrl: null } as never);
};
const ends = () => {
  forgetStored('words');
  forgetMemories();
};

beforeEach(() => {
  localStorage.clear();
  comes('mika');
});

it('is there when its person comes back to a session that ended', () => {
  forms.keep('mika', 'one', { text: 'Half a thought' });
  ends();
  expect(localStorage.getItem('dazi.user')).toBeNull();
  expect(forms.of('noor', 'one')).toBeNull();
  comes('mika');
  expect(forms.of('mika', 'one')).toEqual({ text: 'Half a thought' });
});

it('is gone for good when somebody else comes, or its person signs out', () => {
  for (const leave of [() => comes('noor'), () => forgetStored()]) {
    forms.keep('mika', 'one', { text: 'Half a thought' });
    ends();
    leave();
    expect(Object.keys(localStorage).filter((key) => key.includes('mika'))).toEqual([]);
    comes('mika');
    expect(forms.of('mika', 'one')).toBeNull();
  }
});

it('the ones begun first make room, and what was sent leaves nothing', () => {
  for (const id of ['one', 'two', 'three']) forms.keep('mika', id, { text: id });
  expect(['one', 'two', 'three'].map((id) => forms.of('mika', id)?.text)).toEqual([
    undefined,
    'two',
    'three',
  ]);
  for (const id of ['two', 'three']) forms.keep('mika', id, null);
  expect(Object.keys(localStorage)).toEqual(['dazi.user']);
});

it('what is no such form is none', () => {
  localStorage.setItem('dazi.words.tests.mika', '{"one":{"text":7}}');
  expect(forms.of('mika', 'one')).toBeNull();
});
