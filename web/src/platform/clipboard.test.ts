// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

const withoutClipboard = () => vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });

test('by plain http a text is copied in the way from before there was a clipboard for pages', async () => {
  withoutClipboard();
  document.body.innerHTML = '<div role="dialog"><button>Copy</button></div>';
  const button = document.querySelector('button')!;
  button.focus();
  let copied = '';
  document.execCommand = () => {
    copied = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')!.value;
    return true;
  };
  await copyText('two\nlines');
  expect(copied).toBe('two\nlines');
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('where nothing is copied that is an error', async () => {
  withoutClipboard();
  document.execCommand = () => false;
  await expect(copyText('x')).rejects.toThrow();
});
