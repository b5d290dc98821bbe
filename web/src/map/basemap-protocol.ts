import { addProtocol } from 'maplibre-gl';
import { prepareBasemapTiles } from '#map/basemap-tiles.ts';

/** Makes the `basemap:` addresses of the style work. A failed attempt may be repeated. */
export async function prepareBasemap(): Promise<void> {
  const tileOf = await prepareBasemapTiles();
  addProtocol('basemap', async ({ url }, { signal }) => ({ data: await tileOf(url, signal) }));
}
