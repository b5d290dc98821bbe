import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import type { Surface } from '../../testing/surface.ts';

export const demoTownSurface: Surface = {
  of: 'demo-town',
  calls: [
    {
      endpoint: loadDemoTown,
      statements: 'loaded once, by an operator',
      sample: { body: {} },
    },
  ],
};
