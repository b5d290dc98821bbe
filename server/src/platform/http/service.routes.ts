import { getHealth, getSettings } from '@dazi/contract/kernel/service';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { ping } from '../installation.store.ts';
import { port } from '../ports.ts';
import type { Extracts } from '../streets/extracts.ts';
import { handle } from './routes.ts';

export const demoTownOfferedPort = port<(deps: Deps) => Promise<boolean>>('whether the demo town is offered');

export function serviceRoutes(
  app: FastifyInstance,
  deps: Deps,
  about: {
    version: string;
    database: 'embedded' | 'postgresql';
    demoTownOffered: () => Promise<boolean>;
    extracts: Extracts;
  },
): void {
  handle(app, getHealth, async () => {
    await ping(deps.db);
    const status = 'ok' as const;
    return { status, data: { status, database: about.database, version: about.version } };
  });

  handle(app, getSettings, async () => ({
    data: {
      demoMode: deps.config.provider === null,
      providerName: deps.config.provider?.name ?? 'Dazi demo',
      demoTownOffered: await about.demoTownOffered(),
      uploadPath: deps.config.uploadPath,
      wantsClientErrors: deps.config.logsClientErrors,
      map: {
        googleKey: deps.config.map.googleKey,
        hasStyle: deps.config.map.styleUrl !== null,
        extracts: about.extracts.groups(),
      },
      operator: deps.config.operator,
    },
  }));
}
