// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { isForShortcuts } from '#platform/shortcuts.ts';

function press(target: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true, ...init });
  document.querySelector(target)?.dispatchEvent(event);
  return event;
}

describe('a key is a shortcut', () => {
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it('on the page and on its buttons', () => {
    document.body.innerHTML = '<button>Post</button>';
    expect(isForShortcuts(press('body'))).toBe(true);
    expect(isForShortcuts(press('button'))).toBe(true);
  });

  it.each(['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable="true">x</p>'])(
    'not in %s',
    (field) => {
      document.body.innerHTML = field;
      expect(isForShortcuts(press('body > *'))).toBe(false);
    },
  );

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }, { repeat: true }])(
    'not with %j',
    (init) => {
      expect(isForShortcuts(press('body', init))).toBe(false);
    },
  );

  it.each(['<div role="dialog"></div>', '<main inert></main>'])('not with %s', (page) => {
    document.body.innerHTML = page;
    expect(isForShortcuts(press('body'))).toBe(false);
  });
});
