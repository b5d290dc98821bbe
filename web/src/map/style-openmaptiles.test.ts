// @vitest-environment node
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import { openMapTilesStyle } from '#map/style-openmaptiles.ts';
import { mapThemes } from '#testing/map-themes.ts';

const languages: MapLanguage[] = ['en', 'ja', 'zh'];
const tiles = ['https://dazi.example/streets/tiles/1/{z}/{x}/{y}'];
const styleIn = (language: MapLanguage, colours: MapColours) =>
  openMapTilesStyle({
    sources: { openmaptiles: { type: 'vector', tiles, minzoom: 0, maxzoom: 14 } },
    language,
    colours,
  });

describe.each(Object.entries(mapThemes))('MAP-201 streets from elsewhere in the %s theme', (_, colours) => {
  it.each(languages)('are a valid style in %s that asks for nothing but tiles', (language) => {
    const style = styleIn(language, colours);
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
    expect(style.glyphs ?? style.sprite).toBeUndefined();
    expect(JSON.stringify(style)).not.toContain('icon-image');
    expect(style.sources.openmaptiles).toMatchObject({ tiles, maxzoom: 14 });
  });

  it.each(languages)('are painted with the tokens alone in %s', (language) => {
    const known = new Set<unknown>(Object.values(colours));
    expect(known.has('')).toBe(false);
    const { layers } = styleIn(language, colours);
    expect(layers.filter(({ id }) => id.startsWith('streets-')).length).toBeGreaterThan(20);
    for (const { id, paint = {} } of layers) {
      for (const [name, value] of Object.entries(paint)) {
        if (name.endsWith('-color')) expect(known, `${id}: ${name}`).toContain(value);
      }
    }
  });
});

it('MAP-201 further out the offline world is drawn, and nothing is fetched from elsewhere', () => {
  const { sources, layers } = styleIn('en', mapThemes.light);
  expect(Object.keys(sources)).toEqual(['world', 'openmaptiles']);
  expect(sources.openmaptiles).toMatchObject({ minzoom: 6 });
  for (const layer of layers) {
    if (!('source' in layer)) continue;
    if (layer.source === 'world') expect(layer.maxzoom, layer.id).toBeLessThanOrEqual(6);
    else expect(layer.minzoom, layer.id).toBeGreaterThanOrEqual(6);
  }
  const ids = layers.map(({ id }) => id);
  expect(ids.indexOf('sea')).toBeGreaterThan(-1);
  expect(ids.indexOf('streets-water')).toBeLessThan(ids.indexOf('streets-road-minor-edge'));
  expect(ids.indexOf('streets-road-motorway')).toBeLessThan(ids.indexOf('streets-road-name'));
});

it('their names are in the language of the reader where they have one', () => {
  const field = (language: MapLanguage) => {
    const layer = styleIn(language, mapThemes.light).layers.find(({ id }) => id === 'streets-town-name');
    return layer?.type === 'symbol' ? JSON.stringify(layer.layout?.['text-field']) : '';
  };
  expect(field('ja')).toBe('["coalesce",["get","name:ja"],["get","name"]]');
  expect(new Set(languages.map(field)).size).toBe(3);
});
