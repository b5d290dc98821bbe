import { installedCommand } from './repository.mjs';

const serverInputs = [
  'contract/src',
  'contract/package.json',
  'server/src',
  'server/migrations',
  'server/package.json',
  'server/vite.config.ts',
  'tools/written-for-v8.mjs',
  'tsconfig.base.json',
  'package-lock.json',
];

/**
 * What is built, in order. `needs` are the files without which a step makes no sense; `inputs` are files and
 * folders whose contents decide whether the `output` is still good.
 */
export const buildSteps = [
  {
    name: 'basemap',
    needs: ['web/basemap/build-basemap.ts'],
    inputs: ['web/basemap', 'contract/src/places/place-search.rules.ts', 'package-lock.json'],
    output: 'web/public/map',
    command: () => ['--max-semi-space-size=64', '--import', 'tsx', 'web/basemap/build-basemap.ts'],
  },
  {
    name: 'gazetteer',
    needs: ['web/basemap/build-gazetteer.ts'],
    inputs: ['web/basemap', 'contract/src/places/place-search.rules.ts', 'package-lock.json'],
    output: 'server/gazetteer/towns.tsv',
    command: () => ['--import', 'tsx', 'web/basemap/build-gazetteer.ts'],
  },
  {
    name: 'web',
    needs: ['web/vite.config.ts', 'web/index.html'],
    inputs: ['contract/src', 'contract/package.json', 'web', 'tsconfig.base.json', 'package-lock.json'],
    output: 'web/dist/index.html',
    command: () => [installedCommand('vite'), 'build', 'web', '--logLevel', 'warn'],
  },
  {
    name: 'server',
    needs: ['server/vite.config.ts', 'server/src/main.ts'],
    inputs: serverInputs,
    output: 'server/dist/main.js',
    command: () => [installedCommand('vite'), 'build', 'server', '--logLevel', 'warn'],
  },
  {
    name: 'new-database',
    needs: ['server/src/make-new-database.ts', 'server/dist/make-new-database.js'],
    inputs: serverInputs,
    output: 'server/dist/new-database.tar',
    command: () => ['server/dist/make-new-database.js'],
  },
];
