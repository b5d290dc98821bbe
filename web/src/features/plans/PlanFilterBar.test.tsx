// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw, press } from '#testing/draw.tsx';
import { type FilterPart, PlanFilterBar } from './PlanFilterBar.tsx';
import { PlanFilterPanel } from './PlanFilterPanel.tsx';
import { noPlanFilters, type PlanFilters } from './plan-filters.ts';

const [onChange, onOpen] = [vi.fn(), vi.fn()];
const sizes = { phone: ['(width < 768px)'], tablet: [], desktop: ['(width >= 1024px)'] };

async function drawn(size: keyof typeof sizes, changes: Partial<PlanFilters>) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: (sizes[size] as string[]).includes(query),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  await draw(
    <PlanFilterBar filters={{ ...noPlanFilters, ...changes }} onChange={onChange} onOpen={onOpen} />,
  );
  return screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
}

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

test.each([
  ['desktop', ['Tomorrow', 'Weekend', 'This week', 'Activity']],
  ['tablet', ['Tomorrow', 'Weekend', 'This week']],
  ['phone', ['Weekend']],
] as const)('the day that was chosen stands first, and the others beside it, %s', async (size, others) => {
  expect(await drawn(size, { when: 'today', free: true })).toEqual([
    'Filters2',
    'Remove the filter Today',
    'Remove the filter Places left',
    ...others,
  ]);
  await press(screen.getByRole('button', { name: 'Weekend' }));
  expect(onChange).toHaveBeenLastCalledWith({ ...noPlanFilters, when: 'weekend', free: true });
  const chosen = screen.getByRole('button', { name: 'Remove the filter Today' });
  expect(chosen.className).toContain('on');
  await press(chosen);
  expect(onChange).toHaveBeenLastCalledWith({ ...noPlanFilters, free: true });
});

test('one chip opens the activities, where one may type at once', async () => {
  await drawn('desktop', {});
  await press(screen.getByRole('button', { name: 'Activity' }));
  expect(onOpen).toHaveBeenLastCalledWith('activities');
  await press(screen.getByRole('button', { name: 'Filters' }));
  expect(onOpen).toHaveBeenLastCalledWith('top');
  cleanup();
  await draw(
    <PlanFilterPanel
      at="activities"
      filters={noPlanFilters}
      count={3}
      onChange={onChange}
      onClose={() => {}}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search activities' }));
});

test('the focus stays with what is chosen and taken away by keyboard, and comes back from the panel', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query.includes('1024'), addEventListener() {}, removeEventListener() {} }) as never,
  );
  function Filters() {
    const [filters, setFilters] = useState(noPlanFilters);
    const [at, setAt] = useState<FilterPart>();
    return at ? (
      <PlanFilterPanel
        at={at}
        filters={filters}
        count={3}
        onChange={setFilters}
        onClose={() => setAt(undefined)}
      />
    ) : (
      <PlanFilterBar filters={filters} onChange={setFilters} onOpen={setAt} />
    );
  }
  await draw(<Filters />);
  expect(document.activeElement).toBe(document.body);
  const button = (name: string) => screen.getByRole('button', { name });
  await press(button('Weekend'));
  expect(document.activeElement).toBe(button('Remove the filter Weekend'));
  await press(button('Remove the filter Weekend'));
  expect(document.activeElement).toBe(button('Weekend'));
  for (const name of ['Activity', 'Filters']) {
    await press(button(name));
    await press(button('Fold'));
    expect(document.activeElement).toBe(button(name));
  }
});
