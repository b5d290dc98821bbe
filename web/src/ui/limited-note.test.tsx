// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw, press } from '#testing/draw.tsx';
import { LimitedNote } from './LimitedNote.tsx';

const Where = () => <output>{useLocation().pathname}</output>;
const drawn = (kind: 'good' | 'limited', decisionId: string | null) =>
  draw(
    <MemoryRouter>
      <LimitedNote standing={{ kind, decisionId }} text="You cannot post at the moment." />
      <Where />
    </MemoryRouter>,
  );

beforeEach(() => allTextsReady);

test('whoever is limited reads it in the form, and from there the decision', async () => {
  await drawn('limited', 'd1');
  expect(screen.getByText('You cannot post at the moment.')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Read the decision' }));
  expect(screen.getByRole('status').textContent).toBe('/account/decisions/d1');
});

test('nobody else does', async () => {
  await drawn('good', null);
  expect(screen.queryByText('You cannot post at the moment.')).toBeNull();
});
