import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import { ask, everyone } from '../../testing/may.ts';
import type { Surface } from '../../testing/surface.ts';

export const demoTownSurface: Surface = {
  of: 'demo-town',
  calls: [
    {
      endpoint: loadDemoTown,
      statements: 'loaded once, by an operator',
      sample: { body: {} },
      may: [
        {
          of: 'a town where people sign in by a provider',
          expected: everyone('403 DEMO_TOWN_CLOSED'),
          request: (_scene, as) => ask(as, loadDemoTown, { body: {} }),
        },
      ],
      acrossBlocks: 'an operator, once',
    },
  ],
};
