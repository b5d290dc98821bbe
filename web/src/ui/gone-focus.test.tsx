// @vitest-environment happy-dom
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#testing/draw.tsx';
import { useGoneFocus } from './gone-focus.ts';

function List({ ids }: { ids: readonly string[] }) {
  const list = useRef<HTMLDivElement>(null);
  useGoneFocus(list, ids, 'button');
  if (ids.length === 0) return 'Nothing';
  return (
    <div ref={list}>
      {ids.map((id) => (
        <p key={id}>
          <button type="button">{id}</button>
        </p>
      ))}
    </div>
  );
}

test('the focus goes on with what came into the place of what is gone, and is left where it is otherwise', async () => {
  document.body.innerHTML = '<main></main><input>';
  const main = document.querySelector('main')!;
  const show = (...ids: string[]) => draw(<List ids={ids} />, main);
  const focused = () => document.activeElement?.textContent;
  const focus = (at: number) => document.querySelectorAll('button')[at]!.focus();

  await show('a', 'b', 'c', 'd');
  focus(1);
  await show('a', 'c', 'd');
  expect(focused()).toBe('c');
  focus(2);
  await show('a', 'c');
  expect(focused()).toBe('c');
  await show('c');
  expect(focused()).toBe('c');
  await show();
  expect(document.activeElement).toBe(main);

  await show('a', 'b');
  document.querySelector('input')!.focus();
  expect(main.hasAttribute('tabindex')).toBe(false);
  await show('b');
  expect(document.activeElement).toBe(document.querySelector('input'));
});
