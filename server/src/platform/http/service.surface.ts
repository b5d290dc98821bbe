import { getHealth, getSettings } from '@dazi/contract/kernel/service';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';

export const serviceSurface: Surface = {
  of: 'platform',
  calls: [
    {
      endpoint: getHealth,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
    },
    {
      endpoint: getSettings,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
    },
  ],
};
