// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { CalendarSettings } from './CalendarSettings.tsx';

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the server has; an address is told when it is made or renewed, and its answer may be lost. */
function calendars(lost: number) {
  let made = 0;
  let exists = false;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    const told = () => ({
      exists,
      place: false,
      language: 'en',
      madeAt: exists ? '2026-11-25T03:00:00Z' : null,
    });
    if (method === 'GET') return Response.json({ success: true, data: told() });
    const isNew = !exists || JSON.parse(String(body)).renew;
    exists = true;
    const address = isNew ? `https://dazi.example/calendar/${++made}.ics` : null;
    if (lost-- > 0) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, data: { ...told(), address } });
  });
}

test.each([
  ['is answered', 0, '/1.ics'],
  ['is lost and asked for again', 1, '/2.ics'],
])('the address of a calendar that %s is shown', async (_what, lost, address) => {
  calendars(lost);
  await draw(
    <Asking client={createQueryClient()}>
      <CalendarSettings userId="u1" />
    </Asking>,
  );
  for (let attempt = 0; attempt <= lost; attempt++)
    await press(await screen.findByRole('button', { name: 'Make the address' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Address');
  expect(field.value).toContain(address);
});
