import { areasOf, nameOfPart } from './areas.mjs';

/** Libraries that draw maps; everything else asks web/src/map. */
const mapLibraries =
  'maplibre-gl|supercluster|mapbox-gl|leaflet|ol|ol-mapbox-style|react-map-gl|@vis\\.gl|@googlemaps|geojson-vt';

/** Read models join the tables of any part. */
const readers = ['posts/post-views', 'chat/conversation-views', 'discovery', 'demo-town'];

/**
 * @typedef {object} ImportRule
 * @property {string} name
 * @property {string} comment says what to do instead
 * @property {{ path?: string, pathNot?: string | string[] }} from
 * @property {{ path?: string, pathNot?: string | string[], couldNotResolve?: boolean }} to
 */

/**
 * The import rules of the house.
 * @param {string[]} parts in dependency order
 * @returns {ImportRule[]}
 */
export function importRules(parts) {
  return [
    {
      name: 'imports-are-found',
      comment:
        'This import leads nowhere, so no rule can judge it: correct the path or add the package to package.json.',
      from: {},
      to: { couldNotResolve: true, path: '^(\\.|#|@dazi/)' },
    },
    {
      name: 'contract-imports-only-zod-mini',
      comment: 'The contract runs in the browser too: import only zod/mini and other files of contract/src.',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^contract/src/|(^|node_modules/)zod/mini(/|$)' },
    },
    {
      name: 'web-and-server-stay-apart',
      comment:
        'Web and server meet in the contract: move what both need to contract/src, or fetch it by an endpoint.',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },
    ...contractRules(areasOf(parts)),
    ...serverRules(parts),
    ...webRules(parts),
  ];
}

/**
 * @param {string[]} areas
 * @returns {ImportRule[]}
 */
function contractRules(areas) {
  return [
    {
      name: 'contract-kernel-knows-no-area',
      comment: 'Every area stands on contract/src/kernel: move what belongs to one area into its folder.',
      from: { path: '^contract/src/kernel/', pathNot: '\\.test\\.ts$' },
      to: { path: `^contract/src/(${areas.join('|')})/` },
    },
    {
      name: 'contract-areas-stand-in-one-list',
      comment:
        'An <area>.area.ts is for registry.ts, frames.ts and notices.ts alone: import what you need from its files.',
      from: { path: '^(contract|server|web)/src/', pathNot: '^contract/src/(registry|frames|notices)\\.ts$' },
      to: { path: '^contract/src/.*\\.area\\.ts$' },
    },
    ...areas.slice(0, -1).map((area, position) => ({
      name: 'contract-areas-look-up',
      comment: `${area} stands above that area in contract/src/areas.ts: let the lower one extend what this one declares.`,
      from: { path: `^contract/src/${area}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^contract/src/(${areas.slice(position + 1).join('|')})/` },
    })),
  ];
}

/**
 * @param {string[]} parts
 * @returns {ImportRule[]}
 */
function serverRules(parts) {
  const features = '^server/src/features/';
  const own = `${features}(${parts.join('|')})/`;
  const reading = `${features}(${readers.join('|')})/`;
  const services = parts.map((part) => `${features}${part}/${nameOfPart(part)}\\.service\\.ts$`);
  return [
    {
      name: 'server-platform-knows-no-feature',
      comment:
        'The platform carries the features: let it take a parameter, or declare a port that an area fills.',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: features },
    },
    {
      name: 'server-house-names-no-feature',
      comment: 'app.ts walks the list of server/src/areas.ts: let the area declare it in its <area>.area.ts.',
      from: { path: '^server/src/app\\.ts$' },
      to: { path: features },
    },
    {
      name: 'server-areas-stand-in-one-list',
      comment: 'An <area>.area.ts is for server/src/areas.ts alone: import what you need from a service.',
      from: { path: '^server/src/', pathNot: '^server/src/areas\\.ts$' },
      to: { path: `${features}.*\\.area\\.ts$` },
    },
    {
      name: 'server-surfaces-stand-in-one-list',
      comment:
        'A *.surface.ts is for server/src/testing/surfaces.ts alone: move what others need to a builder or to server/src/testing.',
      from: { path: '^server/src/', pathNot: '^server/src/testing/surfaces\\.ts$' },
      to: { path: '^server/src/.*\\.surface\\.ts$' },
    },
    {
      name: 'server-surfaces-use-only-builders',
      comment:
        'Of another area a *.surface.ts imports only *.builder.ts: make what it needs there, or through the endpoints.',
      from: { path: `${features}([^/]+)/.*\\.surface\\.ts$` },
      to: { path: features, pathNot: [`${features}$1/`, '\\.builder\\.ts$'] },
    },
    {
      name: 'server-product-knows-no-tests',
      comment:
        'What is in server/src/testing never gets into the built server: only tests, builders and surfaces import it.',
      from: { path: '^server/src/', pathNot: '\\.(test|builder|surface)\\.ts$|^server/src/testing/' },
      to: { path: '^server/src/testing/' },
    },
    {
      name: 'server-part-uses-only-public-files',
      comment:
        'Of another part import only its <part>.service.ts: ask for a verb there, or put the join into a read model.',
      from: { path: own, pathNot: `\\.(test|builder|surface|tables|store)\\.ts$|${reading}` },
      to: { path: features, pathNot: [`${features}$1/`, ...services] },
    },
    {
      name: 'server-stores-join-only-tables',
      comment:
        'Of another part a *.store.ts imports its <part>.service.ts, or its *.tables.ts to join with when reading: writing is the owner’s.',
      from: { path: `${own}.*\\.store\\.ts$`, pathNot: reading },
      to: { path: features, pathNot: [`${features}$1/`, '\\.tables\\.ts$', ...services] },
    },
    {
      name: 'server-tables-refer-only-to-tables',
      comment: 'A *.tables.ts imports other parts’ *.tables.ts for its foreign keys, nothing else of them.',
      from: { path: `${own}.*\\.tables\\.ts$` },
      to: { path: features, pathNot: [`${features}$1/`, '\\.tables\\.ts$'] },
    },
    {
      name: 'server-readers-use-only-services-and-tables',
      comment: 'A read model imports other parts’ <part>.service.ts and *.tables.ts, nothing else of them.',
      from: { path: reading, pathNot: '\\.(test|builder|surface)\\.ts$' },
      to: { path: features, pathNot: [`${features}$1/`, '\\.tables\\.ts$', ...services] },
    },
    {
      name: 'server-tests-use-only-services-and-builders',
      comment: 'A test enters another part by its endpoints, its <part>.service.ts or its *.builder.ts.',
      from: { path: `${own}.*(\\.test|\\.builder)\\.ts$` },
      to: { path: features, pathNot: [`${features}$1/`, '\\.builder\\.ts$', ...services] },
    },
    ...parts.slice(0, -1).map((part, position) => ({
      name: 'server-parts-look-up',
      comment: `${part} stands above that part in contract/src/areas.ts: tell it by an event, or declare a port that an area below fills.`,
      from: { path: `${features}${part}/`, pathNot: '\\.(test|surface)\\.ts$' },
      to: {
        path: `${features}(${parts.slice(position + 1).join('|')})/`,
        ...(readers.includes(part) && { pathNot: '\\.tables\\.ts$' }),
      },
    })),
    ...areasOf(parts).map((area, position, areas) => ({
      name: 'server-areas-look-up',
      comment: `${area} stands above that area in contract/src/areas.ts, or that file is not public: fill the port of a <part>.service.ts above.`,
      from: { path: `${features}${area}/${area}\\.area\\.ts$` },
      to: {
        path: features,
        pathNot: [
          `${features}${area}/`,
          ...services.filter((service) =>
            areas.slice(0, position).some((above) => service.startsWith(`${features}${above}/`)),
          ),
        ],
      },
    })),
  ];
}

/**
 * @param {string[]} parts
 * @returns {ImportRule[]}
 */
function webRules(parts) {
  const features = '^web/src/features/';
  return [
    {
      name: 'web-ground-knows-no-feature',
      comment: 'ui, map and platform carry the features: take a prop or a child, and compose in web/src/app.',
      from: { path: '^web/src/(ui|map|platform)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-features-know-no-app',
      comment: 'web/src/app composes the features: take a prop instead of reaching up.',
      from: { path: features, pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/app/' },
    },
    ...parts.map((part, position) => ({
      name: 'web-parts-stay-apart',
      comment: `Of another part ${part} may import <part>.api.ts when it stands above in contract/src/areas.ts; compose everything else in web/src/app.`,
      from: { path: `${features}${part}/` },
      to: {
        path: features,
        pathNot: [
          `${features}${part}/`,
          ...parts.slice(0, position).map((above) => `${features}${above}/${nameOfPart(above)}\\.api\\.ts$`),
        ],
      },
    })),
    {
      name: 'web-texts-are-put-together-in-one-place',
      comment:
        'Texts come with their language, which web/src/app/texts puts together: show them with t() instead of importing them.',
      from: { path: '^web/src/', pathNot: ['^web/src/app/texts/', '\\.test\\.tsx?$'] },
      to: { path: '^web/src/.*/texts/', pathNot: '^web/src/app/texts/text-source\\.ts$' },
    },
    {
      name: 'map-libraries-stay-in-the-map',
      comment: 'Only web/src/map imports map libraries: use its components, or give it a new one.',
      from: { path: '^web/src/', pathNot: '^web/src/map/' },
      to: { path: `(^|node_modules/)(@types/)?(${mapLibraries})(/|$)` },
    },
  ];
}

/**
 * How imports are read; @swc/core reads the TypeScript that dependency-cruiser alone does not.
 * @type {import('dependency-cruiser').ICruiseOptions}
 */
export const cruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: '(^|/)node_modules/' },
};

/** How the file behind an import is found. */
export const resolveOptions = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'browser', 'default', 'types'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
  mainFields: ['module', 'main', 'types'],
};
