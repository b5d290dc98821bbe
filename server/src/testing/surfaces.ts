/// <reference types="vite/types/importMeta.d.ts" />
import { parts } from '@dazi/contract/areas';
import { areas, endpoints } from '@dazi/contract/registry';
import type { CallRow, Surface } from './surface.ts';

/** Each file of the tree that is called so exports one. */
const files = import.meta.glob<Record<string, Surface>>('../**/*.surface.ts', { eager: true });

const order = new Map<string, number>(parts.map((part, index) => [part, index]));
const placeOf = ({ of }: Surface) => order.get(of) ?? -1;

/** The surfaces of the platform and of all areas, in the order of contract/src/areas.ts. */
export const surfaces: readonly Surface[] = Object.values(files)
  .flatMap((file) => Object.values(file))
  .sort((one, other) => placeOf(one) - placeOf(other));

export const callRows: readonly CallRow[] = surfaces.flatMap(({ calls }) => calls);

/** What to do about the calls that have no row. */
export function endpointsWithout(field: keyof CallRow, what: string): string[] {
  const known = new Set(callRows.map(({ endpoint }) => endpoint.name));
  return endpoints
    .filter(({ name }) => !known.has(name))
    .map(({ name, method, path }) => {
      const area = areas.find((each) => each.endpoints.some((one) => one.name === name))?.name;
      const place = area ? `of server/src/features/${area}` : 'server/src/platform/http/service.surface.ts';
      return `${name} (${method} ${path}) has no row: add one to the *.surface.ts ${place}, and in its field \`${field}\` ${what}.`;
    });
}
