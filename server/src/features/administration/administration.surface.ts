import { getServerState, listAccounts } from '@dazi/contract/administration/administration';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';

const administratorsOnly = { ...everyone('404 NOT_FOUND'), administrator: '200' };
const noneMeets = 'only administrators ask, from whom nobody is hidden';

export const administrationSurface: Surface = {
  of: 'administration',
  calls: [
    {
      endpoint: getServerState,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: {},
      may: [
        {
          of: 'the server',
          expected: administratorsOnly,
          request: (_scene, as) => ask(as, getServerState, {}),
        },
      ],
      acrossBlocks: noneMeets,
    },
    {
      endpoint: listAccounts,
      statements: atMost(5, ({ ann }) => ({ as: ann, query: { query: 'Bob' } })),
      sample: { query: { query: 'Bob', cursor: 'MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIGFi' } },
      may: [
        {
          of: 'everybody',
          expected: administratorsOnly,
          request: (_scene, as) => ask(as, listAccounts, {}),
        },
      ],
      acrossBlocks: noneMeets,
    },
  ],
};
