import type { Position } from '@dazi/contract/places/places';
import { coordinatesAmong, coordinatesIn } from './coordinates.ts';
import { type MapSite, mapLinkIn } from './map-links.ts';
import { plusCodeIn } from './plus-codes.ts';

export type Typed =
  | { is: 'place'; position: Position; of: 'coordinates' | 'plusCode' }
  | { is: 'place'; position: Position; of: 'link'; site: MapSite }
  | { is: 'code'; short: string; town: string | null }
  | { is: 'problem'; problem: 'short' | 'noPlace' }
  | { is: 'name'; name: string };

export function readTyped(typed: string): Typed {
  // Marks of direction come along with what is copied, and nobody sees them.
  const text = typed.replace(/\p{Cf}/gu, '');
  const position = coordinatesIn(text);
  if (position) return { is: 'place', position, of: 'coordinates' };
  const link = mapLinkIn(text);
  if (link && 'problem' in link) return { is: 'problem', problem: link.problem };
  if (link) return { is: 'place', position: link.position, of: 'link', site: link.site };
  const code = plusCodeIn(text);
  if (code && 'position' in code) return { is: 'place', position: code.position, of: 'plusCode' };
  if (code) return { is: 'code', ...code };
  const among = coordinatesAmong(text);
  if (among) return { is: 'place', position: among, of: 'coordinates' };
  return { is: 'name', name: text };
}
