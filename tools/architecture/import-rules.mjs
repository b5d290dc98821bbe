/** Libraries that draw maps; everything else asks web/src/map. */
const mapLibraries =
  'maplibre-gl|supercluster|mapbox-gl|leaflet|react-map-gl|@vis\\.gl|@googlemaps|geojson-vt';

/** Read models join any feature's tables. */
const readers = ['discovery', 'demo-town'];

/**
 * @typedef {object} ImportRule
 * @property {string} name
 * @property {string} comment says what to do instead
 * @property {{ path?: string, pathNot?: string | string[] }} from
 * @property {{ path?: string, pathNot?: string | string[], couldNotResolve?: boolean }} to
 */

/**
 * The import rules of the house.
 * @param {string[]} features in dependency order
 * @returns {ImportRule[]}
 */
export function importRules(features) {
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
    ...serverRules(features),
    ...webRules(features),
  ];
}

/**
 * @param {string[]} features
 * @returns {ImportRule[]}
 */
function serverRules(features) {
  const services = features.map((name) => `^server/src/features/${name}/${name}\\.service\\.ts$`);
  return [
    {
      name: 'server-platform-knows-no-feature',
      comment: 'The platform carries the features: let it take a parameter or a port which app.ts fills.',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'server-feature-uses-only-public-files',
      comment:
        'Of another feature import only its <feature>.service.ts: ask for a verb there, or put the join into discovery.',
      from: {
        path: '^server/src/features/([^/]+)/',
        pathNot: `\\.(test|builder|tables|store)\\.ts$|^server/src/features/(${readers.join('|')})/`,
      },
      to: { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', ...services] },
    },
    {
      name: 'server-stores-join-only-tables',
      comment:
        'Of another feature a *.store.ts imports its <feature>.service.ts, or its *.tables.ts to join with when reading: writing is the owner’s.',
      from: {
        path: '^server/src/features/([^/]+)/.*\\.store\\.ts$',
        pathNot: `^server/src/features/(${readers.join('|')})/`,
      },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '\\.tables\\.ts$', ...services],
      },
    },
    {
      name: 'server-tables-refer-only-to-tables',
      comment:
        'A *.tables.ts imports other features’ *.tables.ts for its foreign keys, nothing else of them.',
      from: { path: '^server/src/features/([^/]+)/.*\\.tables\\.ts$' },
      to: { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', '\\.tables\\.ts$'] },
    },
    {
      name: 'server-readers-use-only-services-and-tables',
      comment:
        'A read model imports other features’ <feature>.service.ts and *.tables.ts, nothing else of them.',
      from: {
        path: `^server/src/features/(${readers.join('|')})/`,
        pathNot: '(\\.test|\\.builder)\\.ts$',
      },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '\\.tables\\.ts$', ...services],
      },
    },
    {
      name: 'server-tests-use-only-services-and-builders',
      comment:
        'A test enters another feature by its endpoints, its <feature>.service.ts or its *.builder.ts.',
      from: { path: '^server/src/features/([^/]+)/.*(\\.test|\\.builder)\\.ts$' },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '\\.builder\\.ts$', ...services],
      },
    },
    ...features.slice(0, -1).map((name, position) => ({
      name: 'server-features-look-up',
      comment: `${name} stands above that feature in contract/src/areas.ts: tell it by an event, or declare a port and let app.ts plug it in.`,
      from: { path: `^server/src/features/${name}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `^server/src/features/(${features.slice(position + 1).join('|')})/`,
        ...(readers.includes(name) && { pathNot: '\\.tables\\.ts$' }),
      },
    })),
  ];
}

/**
 * @param {string[]} features
 * @returns {ImportRule[]}
 */
function webRules(features) {
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
      from: { path: '^web/src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/app/' },
    },
    ...features.map((name, position) => ({
      name: 'web-features-stay-apart',
      comment: `Of another feature ${name} may import <feature>.api.ts when it stands above in contract/src/areas.ts; compose everything else in web/src/app.`,
      from: { path: `^web/src/features/${name}/` },
      to: {
        path: '^web/src/features/',
        pathNot: [
          `^web/src/features/${name}/`,
          ...features.slice(0, position).map((above) => `^web/src/features/${above}/${above}\\.api\\.ts$`),
        ],
      },
    })),
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
