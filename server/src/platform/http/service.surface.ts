import { reportClientError } from '@dazi/contract/kernel/client-errors';
import { getHealth, getSettings } from '@dazi/contract/kernel/service';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { PathRow, Surface } from '../../testing/surface.ts';

const clientError = {
  message: 'Cannot read properties of undefined',
  stack: '    at Card (http://127.0.0.1/assets/start-a1.js:1:200)',
  component: '    at Card',
  earlier: [{ message: 'Error: earlier', stack: '' }],
  version: '0.1.0 (start-a1.js)',
  browser: 'Mozilla/5.0',
};

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
    {
      endpoint: reportClientError,
      statements: atMost(1, ({ ann }) => ({ as: ann, body: clientError })),
      sample: { body: clientError },
      may: [
        {
          of: 'an error of a page',
          expected: everyone('200'),
          request: (_scene, as) => ask(as, reportClientError, { body: clientError }),
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
