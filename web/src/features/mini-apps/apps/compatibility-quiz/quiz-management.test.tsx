// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press, write as writeIn } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { QuizManagement } from './QuizManagement.tsx';

const saved = '1. Tea or coffee?：Tea/Coffee';
let sent: string[];
let closed: number;

const comes = (id: string) => {
  forgetMemories();
  forgetStored({ wordsOf: id });
  writeStored(stored.user, { id, name: id, email: null, avatarUrl: null } as never);
};

beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  comes('mika');
  sent = [];
  closed = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method === 'GET') {
      return Response.json({ success: true, data: { content: saved, source: 'default' } });
    }
    sent.push(JSON.parse(String(init.body)).content);
    return Response.json({ success: true, data: { content: sent.at(-1), source: 'custom' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.ariaLabel === name || one.getAttribute('aria-label') === name,
  )!;
const click = (name: string) => press(button(name));
const field = (name: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)!.control!;
const write = (name: string, text: string) => writeIn(field(name), text);
const questions = () =>
  [...document.querySelectorAll('.mini-apps-quiz-questions b')].map((one) => one.textContent);

/** The editor opens for this person, and is gone when `during` is over, however that came. */
async function opened(userId: string, during: () => Promise<void>): Promise<void> {
  const { unmount } = await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <QuizManagement userId={userId} onClose={() => closed++} />
      </MemoryRouter>
    </Asking>,
  );
  // What draws dialogs is loaded when the first one opens.
  for (let tries = 0; tries < 250 && questions().length === 0; tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(questions()).toContain('Tea or coffee?');
  await during();
  unmount();
}
const addQuestion = async () => {
  await click('Add question');
  await write('Question', 'Rain or snow?');
  await write('Option 1', 'Rain');
  await write('Option 2', 'Snow');
};

test('what was changed is there for the same person when their session has ended in between', async () => {
  await opened('mika', async () => {
    await addQuestion();
    await click('Import');
    await write('One question a line', '1. Cats or dogs?：Cats/Dogs');
  });
  forgetStored('words');
  comes('mika');
  await opened('mika', async () => {
    expect(questions()).toEqual(['Tea or coffee?', 'Rain or snow?']);
    expect((field('One question a line') as HTMLTextAreaElement).value).toBe('1. Cats or dogs?：Cats/Dogs');
    expect(sent).toEqual([]);
    await click('Take over');
    await click('Save');
    expect(sent[0]!.split('\n')).toHaveLength(3);
    expect(closed).toBe(1);
  });
  expect(Object.keys(localStorage)).toEqual(['dazi.user']);
});

test('what is wrong with a question is said so that it can be put right', async () => {
  const said = () => document.querySelector('[role=alert]')?.textContent;
  await opened('mika', async () => {
    await click('Add question');
    await write('Question', 'Rain or snow?');
    await write('Option 1', 'Rain');
    await write('Option 2', 'Rain');
    await click('Done');
    expect(said()).toBe('Both options are the same');
    await write('Option 2', '雨：雪');
    expect(said()).toBe('An option can hold neither a slash nor a full-width colon');
    await write('Option 2', 'Snow');
    expect(said()).toBeUndefined();
  });
});

test('nobody else finds it, and what was discarded is gone', async () => {
  await opened('mika', addQuestion);
  forgetStored('words');
  comes('noor');
  await opened('noor', async () => expect(questions()).toEqual(['Tea or coffee?']));
  comes('mika');
  await opened('mika', async () => {
    expect(questions()).toEqual(['Tea or coffee?']);
    await addQuestion();
    await click('Cancel');
    await click('Discard');
    expect(closed).toBe(1);
  });
  expect(Object.keys(localStorage)).toEqual(['dazi.user']);
});
