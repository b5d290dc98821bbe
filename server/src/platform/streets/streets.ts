import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs.ts';
import { Extracts } from './extracts.ts';
import { StyleSource } from './style-source.ts';

const scanEvery_ms = 30_000;

export interface Streets {
  style: StyleSource | null;
  extracts: Extracts;
  clock: Deps['clock'];
  jobs: readonly Job[];
}

/** Where streets come from besides the offline world: a style or tiles from elsewhere, extracts in `maps`. */
export async function openStreets({ config, clock, log }: Deps): Promise<Streets> {
  const { styleUrl, isStyleNamed, cacheLimit_bytes } = config.map;
  const { dataDir } = config;
  const extracts = new Extracts(join(dataDir, 'maps'), log);
  await extracts.scan();
  return {
    style: styleUrl
      ? new StyleSource({ url: styleUrl, isNamed: isStyleNamed, dataDir, cacheLimit_bytes, clock, log })
      : null,
    extracts,
    clock,
    jobs: [{ name: 'look for map extracts', every_ms: scanEvery_ms, run: () => extracts.scan() }],
  };
}
