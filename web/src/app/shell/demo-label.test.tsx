// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw as drawIn, press } from '#testing/draw.tsx';
import { DemoLabel } from './DemoLabel.tsx';

test('over the landing the explanation waits until it is asked for, or somebody enters', async () => {
  await allTextsReady;
  const client = createQueryClient();
  client.setQueryData(['settings'], { demoMode: true });
  client.setQueryData(sessionKey, null);
  const box = document.body.appendChild(document.createElement('div'));
  const draw = (onLanding: boolean) =>
    drawIn(
      <Asking client={client}>
        <DemoLabel key="label" onLanding={onLanding} />
      </Asking>,
      box,
    );
  const label = () => box.querySelector<HTMLElement>('.shell-demo-label')!;
  const shown = () => [label().getAttribute('aria-expanded'), box.querySelector('.shell-demo-help') !== null];

  await draw(true);
  expect(shown()).toEqual(['false', false]);
  await press(label());
  expect(shown()).toEqual(['true', true]);
  await drawIn(null, box);

  await draw(true);
  await draw(false);
  expect(shown()).toEqual(['true', true]);
  await press(label());
  expect(shown()).toEqual(['false', false]);
  await drawIn(null, box);
  await draw(false);
  expect(shown()).toEqual(['false', false]);
});
