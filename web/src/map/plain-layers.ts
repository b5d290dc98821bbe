import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { boundingExtent, type Extent, intersects } from 'ol/extent.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import MVT from 'ol/format/MVT.js';
import type BaseLayer from 'ol/layer/Base.js';
import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import { fromLonLat } from 'ol/proj.js';
import type RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import XYZ from 'ol/source/XYZ.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import type VectorTile from 'ol/VectorTile.js';
import { stylefunction } from 'ol-mapbox-style';
import { TILE_PX } from '#map/geometry.ts';
import { ZOOM_DIFFERENCE } from '#map/plain-zoom.ts';

/** Gives the bytes of a tile of a source; an empty buffer where nothing is. */
export type TileFetcher = (source: string, url: string) => Promise<ArrayBuffer>;

/** Where a feature says of which layer of its tile it is: `layer` itself is a property of streets. */
export const LAYER_OF_TILE = 'mvt:layer';

type DrawnLayer = Exclude<LayerSpecification, { type: 'background' }> & { source: string };
type TiledSource = Extract<SourceSpecification, { type: 'vector' | 'raster' }>;

const isDrawn = (layer: LayerSpecification): layer is DrawnLayer => 'source' in layer;

/** Neighbours in a style of one source, ground and letters apart: each becomes one layer of OpenLayers. */
function groupsOf(layers: readonly LayerSpecification[]): DrawnLayer[][] {
  const groups: DrawnLayer[][] = [];
  for (const layer of layers.filter(isDrawn)) {
    const last = groups.at(-1)?.[0];
    const isNeighbour =
      last?.source === layer.source && (last.type === 'symbol') === (layer.type === 'symbol');
    if (isNeighbour) groups.at(-1)!.push(layer);
    else groups.push([layer]);
  }
  return groups;
}

function reaches({ bounds }: TiledSource, extent: Extent): boolean {
  if (!bounds) return true;
  const [west, south, east, north] = bounds;
  return intersects(extent, boundingExtent([fromLonLat([west, south]), fromLonLat([east, north])]));
}

function addressOf(template: string, [zoom, x, y]: readonly number[]): string {
  return template.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
}

function vectorTiles(name: string, source: TiledSource, fetchTile: TileFetcher): VectorTileSource {
  const { tiles = [], minzoom = 0, maxzoom = 22 } = source;
  return new VectorTileSource({
    format: new MVT({ layerName: LAYER_OF_TILE }),
    tileGrid: createXYZ({ tileSize: TILE_PX, minZoom: minzoom, maxZoom: maxzoom }),
    tileUrlFunction: (place) => addressOf(tiles[0]!, place),
    tileLoadFunction: (shown, url) => {
      const tile = shown as VectorTile<RenderFeature>;
      tile.setLoader((extent, _resolution, projection) => {
        (reaches(source, extent) ? fetchTile(name, url) : Promise.resolve(new ArrayBuffer(0)))
          .then((bytes) =>
            tile.setFeatures(
              tile.getFormat().readFeatures(bytes, { extent, featureProjection: projection }) as never,
            ),
          )
          .catch(() => tile.setState(TileState.ERROR));
      });
    },
  });
}

/** A view exactly at the least zoom counts as beyond it in OpenLayers. */
const justBelow = 0.001;

/** From where on tiles are drawn: OpenLayers would draw those of a source that begins at 12 also for the whole world. */
function leastZoom(group: readonly DrawnLayer[], { sources }: StyleSpecification): number {
  const source = sources[group[0]!.source];
  const ofSource = source && 'minzoom' in source ? (source.minzoom ?? 0) : 0;
  return Math.max(ofSource, Math.min(...group.map(({ minzoom = 0 }) => minzoom)));
}

/** The sources of a style, each once, however many layers draw from it. */
class PlainSources {
  readonly #vector = new Map<string, VectorTileSource>();
  readonly #style: StyleSpecification;
  readonly #fetchTile: TileFetcher;

  constructor(style: StyleSpecification, fetchTile: TileFetcher) {
    this.#style = style;
    this.#fetchTile = fetchTile;
  }

  /** Null for what a canvas in two dimensions does not show, as heights of the ground. */
  layerFor(group: readonly DrawnLayer[]): BaseLayer | null {
    const [{ source: name, type }] = group as [DrawnLayer];
    const source = this.#style.sources[name];
    const ids = group.map(({ id }) => id);
    if (source?.type === 'vector') {
      const tiles = this.#vector.get(name) ?? vectorTiles(name, source, this.#fetchTile);
      this.#vector.set(name, tiles);
      const layer = new VectorTileLayer({
        source: tiles,
        declutter: type === 'symbol',
        renderMode: type === 'symbol' ? 'vector' : 'hybrid',
      });
      stylefunction(layer, this.#style, ids);
      return layer;
    }
    if (source?.type === 'geojson' && typeof source.data === 'object') {
      const features = new GeoJSON().readFeatures(source.data, { featureProjection: 'EPSG:3857' });
      const layer = new VectorLayer({ source: new VectorSource({ features }) });
      stylefunction(layer, this.#style, ids);
      return layer;
    }
    if (source?.type === 'raster' && source.tiles) {
      const { tiles, tileSize = TILE_PX, minzoom = 0, maxzoom = 22 } = source;
      const grid = { tileSize, minZoom: minzoom, maxZoom: maxzoom };
      return new TileLayer({ source: new XYZ({ urls: tiles, ...grid }) });
    }
    return null;
  }
}

/** A style for MapLibre, drawn on a canvas in two dimensions. */
export function plainLayers(style: StyleSpecification, fetchTile: TileFetcher): LayerGroup {
  const sources = new PlainSources(style, fetchTile);
  const layers = groupsOf(style.layers).flatMap((group) => {
    const layer = sources.layerFor(group);
    if (!layer) return [];
    layer.setMinZoom(leastZoom(group, style) + ZOOM_DIFFERENCE - justBelow);
    layer.setMaxZoom(Math.max(...group.map(({ maxzoom = 24 }) => maxzoom)) + ZOOM_DIFFERENCE);
    return [layer];
  });
  return new LayerGroup({ layers });
}

/** The colour behind everything, where the style names one that does not change. */
export function groundOf(style: StyleSpecification): string {
  const background = style.layers.find(({ type }) => type === 'background');
  const colour = background?.type === 'background' && background.paint?.['background-color'];
  return typeof colour === 'string' ? colour : '';
}
