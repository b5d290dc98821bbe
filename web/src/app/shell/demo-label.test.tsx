// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { DemoLabel } from './DemoLabel.tsx';

test('over the landing the explanation waits until it is asked for, or somebody enters', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await allTextsReady;
  const client = createQueryClient();
  client.setQueryData(['settings'], { demoMode: true });
  client.setQueryData(sessionKey, null);
  const box = document.createElement('div');
  const root = createRoot(box);
  const draw = (onLanding: boolean) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <DemoLabel key="label" onLanding={onLanding} />
        </QueryClientProvider>,
      ),
    );
  const label = () => box.querySelector<HTMLElement>('.shell-demo-label')!;
  const shown = () => [label().getAttribute('aria-expanded'), box.querySelector('.shell-demo-help') !== null];

  await draw(true);
  expect(shown()).toEqual(['false', false]);
  await act(async () => label().click());
  expect(shown()).toEqual(['true', true]);
  await act(async () => root.render(null));

  await draw(true);
  await draw(false);
  expect(shown()).toEqual(['true', true]);
  await act(async () => label().click());
  expect(shown()).toEqual(['false', false]);
  await act(async () => root.render(null));
  await draw(false);
  expect(shown()).toEqual(['false', false]);
});
