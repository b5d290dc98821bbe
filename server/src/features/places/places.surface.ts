import { sharePresence } from '@dazi/contract/chat/presence';
import { findPlaces } from '@dazi/contract/places/place-search';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';

export const placesSurface: Surface = {
  of: 'places',
  calls: [
    {
      endpoint: findPlaces,
      statements: atMost(1, ({ ann }) => ({ as: ann, query: { query: 'san' } })),
      sample: { query: { query: 'san' } },
      may: [
        {
          of: 'towns',
          expected: everyone('200'),
          request: (_scene, as) => ask(as, findPlaces, { query: { query: 'san' } }),
        },
      ],
      acrossBlocks: 'towns',
    },
  ],
  keeps: [
    {
      table: 'shown_places',
      leave: ({ ann }) => ann.get(sharePresence, { body: { latitude: 37.77, longitude: -122.45 } }),
    },
  ],
};
