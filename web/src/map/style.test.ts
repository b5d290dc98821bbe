// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { MapLanguage } from '#map/map-types.ts';
import { buildStyle } from '#map/style.ts';
import { mapThemes } from '#testing/map-themes.ts';

const LANGUAGES: MapLanguage[] = ['en', 'ja', 'zh'];
const COLOUR_PROPERTIES = {
  background: 'background-color',
  fill: 'fill-color',
  line: 'line-color',
  circle: 'circle-color',
} as const;

describe.each(Object.entries(mapThemes))('the %s map style', (_, colours) => {
  it.each(LANGUAGES)('paints every layer with a token in %s', (language) => {
    const known = new Set<unknown>(Object.values(colours));
    expect(known.has('')).toBe(false);
    for (const layer of buildStyle({ language, colours }).layers) {
      const paint = layer.paint as Record<string, unknown>;
      const property =
        layer.type === 'symbol'
          ? 'text-color'
          : COLOUR_PROPERTIES[layer.type as keyof typeof COLOUR_PROPERTIES];
      expect(known, `${layer.id} needs ${property} from tokens.css`).toContain(paint[property]);
      if (layer.type === 'symbol') expect(known).toContain(paint['text-halo-color']);
    }
  });

  it.each(LANGUAGES)('asks nobody outside for glyphs, pictures or tiles in %s', (language) => {
    const style = buildStyle({ language, colours });
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(JSON.stringify(style)).not.toMatch(/https?:/);
  });
});

it('differs between the themes and between the languages', () => {
  const [light, dark] = [mapThemes.light, mapThemes.dark];
  expect(light.land).not.toBe(dark.land);
  const fields = LANGUAGES.map((language) => {
    const label = buildStyle({ language, colours: light }).layers.find(({ id }) => id === 'city-name');
    return JSON.stringify(label?.type === 'symbol' && label.layout?.['text-field']);
  });
  expect(new Set(fields).size).toBe(LANGUAGES.length);
});

it('shows land, not sea, where a tile of the world is missing', () => {
  const { layers } = buildStyle({ language: 'en', colours: mapThemes.light });
  expect(layers[0]).toMatchObject({
    type: 'background',
    paint: { 'background-color': mapThemes.light.land },
  });
  const fills = layers.filter((layer) => layer.type === 'fill' && layer.source === 'world');
  expect(fills.map(({ id }) => id)).toEqual(['sea', 'land', 'far-lake']);
});

it('hands over from the far tiles to the near ones at one zoom, and asks for no others', () => {
  const { layers, sources } = buildStyle({ language: 'en', colours: mapThemes.light });
  const zooms = (source: string) => layers.filter((layer) => 'source' in layer && layer.source === source);
  for (const layer of zooms('world')) expect(layer.maxzoom, layer.id).toBeLessThanOrEqual(8);
  for (const layer of zooms('near')) expect(layer.minzoom, layer.id).toBeGreaterThanOrEqual(8);
  expect(sources.near).toMatchObject({ minzoom: 8, maxzoom: 8 });
});

it('lays railways over the sea and the land, and names over both', () => {
  const ids = buildStyle({ language: 'en', colours: mapThemes.light }).layers.map(({ id }) => id);
  const order = [
    'near-sea',
    'airport-ground',
    'runway',
    'track',
    'station-dot',
    'station-name',
    'near-city-name',
  ];
  expect(order.map((id) => ids.indexOf(id))).toEqual(
    order.map((id) => ids.indexOf(id)).sort((a, b) => a - b),
  );
  expect(ids).toEqual(expect.arrayContaining(order));
});
