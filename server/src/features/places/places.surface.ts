import { findPlaces } from '@dazi/contract/places/place-search';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';

export const placesSurface: Surface = {
  of: 'places',
  calls: [
    {
      endpoint: findPlaces,
      statements: atMost(1, ({ ann }) => ({ as: ann, query: { query: 'san' } })),
      sample: { query: { query: 'san' } },
    },
  ],
};
