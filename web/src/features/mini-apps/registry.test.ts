// @vitest-environment happy-dom
import { miniAppDefinitions } from '@dazi/contract/mini-apps/mini-apps';
import { expect, it } from 'vitest';
import { en } from '#app/texts/en.ts';
import { miniAppKind, miniAppKinds } from './registry.ts';

it('MINI-014 every definition has a card view and an app view here', () => {
  expect(miniAppKinds.map(({ definition }) => definition)).toEqual(miniAppDefinitions);
  for (const { CardView, AppView, ResultView } of miniAppKinds) {
    for (const view of [CardView, AppView, ResultView]) expect(view).toBeTypeOf('function');
  }
});

it('MINI-012 says of every app in English what its definition says', () => {
  for (const { definition, texts } of miniAppKinds) {
    const { name, description } = definition;
    expect(en.miniApps.apps[texts]).toEqual({ name, description });
  }
});

it('MINI-036 knows no other type', () => {
  expect(miniAppKind('karaoke')).toBeUndefined();
});
