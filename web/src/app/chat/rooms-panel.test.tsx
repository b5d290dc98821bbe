// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { RoomsPanel } from './RoomsPanel.tsx';

const box = document.createElement('div');

async function show(props: Partial<Parameters<typeof RoomsPanel>[0]>) {
  await allTextsReady;
  const events = { onOpen: vi.fn(), onRetry: vi.fn(), onCreate: vi.fn(), onGoTo: vi.fn() };
  await draw(
    <RoomsPanel
      rooms={[]}
      elsewhere={null}
      failed={false}
      user={null}
      located
      selectedId={null}
      {...events}
      {...props}
    />,
    box,
  );
  return events;
}

test('where no group reaches, one can be made', async () => {
  const { onCreate } = await show({});
  expect(box.textContent).toContain('No groups reach you yet');
  box.querySelector('button')!.click();
  expect(onCreate).toHaveBeenCalledOnce();
});

test('where the groups lie elsewhere, a press leads to the nearest one', async () => {
  const elsewhere = { latitude: 41.2, longitude: -8.6 };
  const { onGoTo, onCreate } = await show({ elsewhere });
  expect(box.textContent).toContain('No groups for you here');
  box.querySelector('button')!.click();
  expect(onGoTo).toHaveBeenCalledExactlyOnceWith(elsewhere);
  expect(onCreate).not.toHaveBeenCalled();
});

test('what failed can be tried again', async () => {
  const { onRetry } = await show({ failed: true, rooms: undefined });
  expect(box.querySelector('[role=alert]')!.textContent).toContain('Failed to load groups');
  box.querySelector('button')!.click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test('while nothing is known it waits', async () => {
  await show({ rooms: undefined });
  expect(box.querySelector('[role=status]')!.getAttribute('aria-label')).toBe('Loading...');
  expect(box.textContent).not.toContain('No groups');
});
