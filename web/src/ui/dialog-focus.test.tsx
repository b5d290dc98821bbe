// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { DialogSurface } from '#ui/DialogSurface.tsx';

const drawn = (onOpenAutoFocus?: (event: Event) => void) =>
  draw(
    <DialogSurface
      open
      onOpenChange={() => {}}
      title="Make a plan"
      {...(onOpenAutoFocus && { onOpenAutoFocus })}
    >
      <input aria-label="Time" />
    </DialogSurface>,
  );

beforeEach(() => allTextsReady);
afterEach(cleanup);

test.each([undefined, () => {}])(
  'the focus goes to a dialog itself, not to its close button',
  async (focus) => {
    await drawn(focus);
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  },
);

test('but to where the dialog wants it', async () => {
  await drawn((event) => {
    event.preventDefault();
    screen.getByLabelText('Time').focus();
  });
  expect(document.activeElement).toBe(screen.getByLabelText('Time'));
});
