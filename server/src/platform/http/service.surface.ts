import { getHealth, getSettings } from '@dazi/contract/kernel/service';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { PathRow, Surface } from '../../testing/surface.ts';

export const serviceSurface: Surface = {
  of: 'platform',
  calls: [
    {
      endpoint: getHealth,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
      may: [{ of: 'health', expected: everyone('200'), request: (_scene, as) => ask(as, getHealth, {}) }],
      acrossBlocks: 'the service alone',
    },
    {
      endpoint: getSettings,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
      may: [
        {
          of: 'settings',
          expected: everyone('200'),
          request: (_scene, as) => ask(as, getSettings, {}),
        },
      ],
      acrossBlocks: 'the service alone',
    },
  ],
  paths: [
    ...['/api/openapi.json', '/api/docs'].map(
      (path): PathRow => ({
        method: 'GET',
        path,
        may: [
          {
            of: 'the description of the API',
            expected: everyone('200'),
            request: async (_scene, as) => `${(await as.fetch(path)).status}`,
          },
        ],
      }),
    ),
  ],
};
