// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { draw } from '#testing/draw.tsx';
import { DialogSurface } from './DialogSurface.tsx';

let openUpper: () => void;

function Both() {
  const [lower, showLower] = useState(true);
  const [upper, showUpper] = useState(false);
  openUpper = () => showUpper(true);
  return (
    <DialogSurface open={lower} onOpenChange={showLower} title="Lower">
      <DialogSurface open={upper} onOpenChange={showUpper} title="Upper" />
    </DialogSurface>
  );
}

const shown = () => [...document.querySelectorAll('[role=dialog] h2')].map((title) => title.textContent);
const pressEscape = () =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );

test('Escape closes what lies above alone, however soon it is pressed', async () => {
  await draw(<Both />);
  await act(async () => {
    flushSync(openUpper);
    expect(shown()).toEqual(['Lower', 'Upper']);
    pressEscape();
  });
  expect(shown()).toContain('Lower');
  if (shown().length > 1) await act(async () => pressEscape());
  expect(shown()).toEqual(['Lower']);
  await act(async () => pressEscape());
  expect(shown()).toEqual([]);
});
