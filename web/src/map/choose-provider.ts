import type { CreateMapProvider } from '#map/map-provider.ts';
import type { StreetSources } from '#map/street-sources.ts';

/** Fetched at once, beside the rest of the page; what failed is fetched anew by whoever needs it. */
function fetchEarly<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let early: Promise<Module | null> | null = load().catch(() => null);
  return async () => {
    const module = (await early) ?? (await load());
    early = null;
    return module;
  };
}

const drawsInSpace = () => document.createElement('canvas').getContext('webgl2') !== null;

/** Google's map with a key, else the built-in one; each is fetched only where it is used. */
export function providerFor(googleKey: string | null, streets: StreetSources): CreateMapProvider {
  if (googleKey === null) {
    const inSpace = async () => (await import('#map/maplibre-provider.ts')).mapLibreWith;
    const plain = async () => (await import('#map/plain-provider.ts')).plainWith;
    const early = fetchEarly(drawsInSpace() ? inSpace : plain);
    let isFirst = true;
    return async (options) => {
      // Whoever tries again may have lost it meanwhile: a driver that crashed is not given to this page any more.
      const library = isFirst ? early : drawsInSpace() ? inSpace : plain;
      isFirst = false;
      return (await library())(streets)(options);
    };
  }
  const library = fetchEarly(() => import('#map/google-provider.ts'));
  return async (options) => (await library()).googleWith(googleKey)(options);
}
