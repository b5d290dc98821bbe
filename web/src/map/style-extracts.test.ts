// @vitest-environment node
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { MAP_COLOUR_VARIABLES, type MapColours } from '#map/map-colours.ts';
import type { StreetExtracts } from '#map/street-sources.ts';
import { buildStyle } from '#map/style.ts';
import { extractStyle } from '#map/style-extracts.ts';

const colours = Object.fromEntries(
  Object.keys(MAP_COLOUR_VARIABLES).map((name, index) => [name, `#0000${(index + 16).toString(16)}`]),
) as MapColours;
const kyoto: StreetExtracts = { minZoom: 0, maxZoom: 14, areas: [[135.6, 34.9, 135.9, 35.1]] };
const haight: StreetExtracts = { minZoom: 0, maxZoom: 15, areas: [[-122.6, 37.6, -122.3, 37.9]] };
const styleWith = (extracts: readonly StreetExtracts[], language: 'en' | 'ja' | 'zh' = 'en') =>
  buildStyle({
    language,
    colours,
    extracts: extractStyle(extracts, language, colours, 'https://dazi.example'),
  });

describe('extracts in the offline world', () => {
  it.each(['en', 'ja', 'zh'] as const)(
    'make a valid style in %s that asks nobody for letters or icons',
    (language) => {
      const style = styleWith([kyoto, haight], language);
      expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
      expect(style.glyphs ?? style.sprite).toBeUndefined();
      expect(JSON.stringify(style)).not.toMatch(/icon-image|Noto Sans (Regular|Medium)"/);
    },
  );

  it('lie over the land and under the names of towns', () => {
    const ids = styleWith([kyoto]).layers.map(({ id }) => id);
    expect(ids.indexOf('extracts-14-earth')).toBeGreaterThan(ids.indexOf('land'));
    expect(ids.indexOf('extracts-14-roads_highway')).toBeLessThan(ids.indexOf('city-name'));
  });

  it('take the place of the streets that come with the product only where they reach them', () => {
    const streets = (extracts: readonly StreetExtracts[]) =>
      styleWith(extracts).layers.filter((layer) => 'source' in layer && layer.source === 'streets').length;
    expect(streets([kyoto])).toBe(streets([]));
    expect(streets([kyoto])).toBeGreaterThan(0);
    expect(streets([haight])).toBe(0);
  });

  it('are painted with the tokens alone', () => {
    const known = new Set<unknown>(Object.values(colours));
    for (const layer of extractStyle([kyoto], 'en', colours, '').ground) {
      for (const [name, value] of Object.entries(layer.paint ?? {})) {
        if (name.endsWith('-color') && typeof value === 'string') expect(known, layer.id).toContain(value);
      }
    }
  });
});
