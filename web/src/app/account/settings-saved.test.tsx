// @vitest-environment happy-dom
import { defaultPreferences, defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { profileKey } from '#features/people/profiles/profiles.api.ts';
import { SettingsDialog } from '#features/people/profiles/SettingsDialog.tsx';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { NotificationSettings } from '#features/notifications/NotificationSettings.tsx';

let saved: unknown[] = [];
beforeEach(async () => {
  await allTextsReady;
  saved = [];
  vi.stubGlobal('fetch', async (_path: string, { body, method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return new Promise(() => {});
    saved.push(JSON.parse(String(body)));
    return Response.json({ success: true, data: { userId: 'u1' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;

test('save what was chosen here, and nothing that another device has changed since', async () => {
  const client = createQueryClient();
  client.setQueryData(sessionKey, { id: 'u1', name: 'Mara' });
  client.setQueryData(profileKey('u1'), {
    ...{ userId: 'u1', preferences: defaultPreferences, privacy: defaultPrivacy },
  });
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <SettingsDialog open onOpenChange={() => {}} account={<NotificationSettings userId="u1" />} />
      </MemoryRouter>
    </Asking>,
  );
  await vi.waitFor(() => expect(button('Save')).toBeDefined());
  await press(document.querySelector('.notifications-rows [role=switch], .notifications-rows input')!);
  await press(button('Save'));
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  expect(saved).toEqual([
    { preferences: { notificationSettings: { newMessages: false } } },
    { privacy: { showLocation: 'approximate', locationSharing: { precision: 'approximate' } } },
  ]);
});

test('keeps what was chosen though the session is asked for again meanwhile', async () => {
  const client = createQueryClient();
  client.setQueryData(sessionKey, { id: 'u1', name: 'Mara', lastActive: '2026-01-01T10:00:00.000Z' });
  client.setQueryData(profileKey('u1'), { userId: 'u1', privacy: defaultPrivacy });
  localStorage.setItem('dazi.locationPrivacy.u1', '{"userId":"u1","locationDisplay":"exact"}');
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <SettingsDialog open onOpenChange={() => {}} />
      </MemoryRouter>
    </Asking>,
  );
  await vi.waitFor(() => expect(button('Save')).toBeDefined());
  expect(document.querySelector<HTMLInputElement>('[value=exact]')!.checked).toBe(true);
  await press(document.querySelector('[value=approximate]')!);
  // Its observers hear of it a moment later.
  await act(async () => {
    client.setQueryData(sessionKey, { id: 'u1', name: 'Mara', lastActive: '2026-01-01T10:05:00.000Z' });
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await press(button('Save'));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved).toEqual([
    { privacy: { showLocation: 'approximate', locationSharing: { precision: 'approximate' } } },
  ]);
});
