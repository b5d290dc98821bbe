import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as zod from 'zod/mini';

/**
 * The web takes types, paths and limits from the contract but never validates: the server does. So the
 * contract's schemas come without the library behind them, which is 9 KB of the first visit. Whoever uses a
 * schema in the browser all the same meets an error that says so.
 */
function contractWithoutSchemas(): Plugin {
  const id = '\0schemas';
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod/mini' ? id : null),
    load: (loaded) =>
      loaded === id
        ? `const schema = /* @__PURE__ */ new Proxy(() => schema, {
            get: (_, name) => {
              if (name === 'check') return () => schema;
              if (typeof name === 'symbol') return undefined;
              throw new Error('Schemas are not there in the browser: ' + name);
            },
          });
          ${Object.keys(zod)
            .filter((name) => name !== 'default')
            .map(
              (name) => `export { ${name === 'iso' || name === 'coerce' ? 'family' : 'schema'} as ${name} };`,
            )
            .join('\n')}
          const family = /* @__PURE__ */ new Proxy({}, { get: () => schema });`
        : null,
  };
}

/** What the server would otherwise compress anew for every visitor; smaller files it sends as they are. */
const packed = /\.(js|mjs|css|svg|json|webmanifest|mvt)$/;
const packedFrom_bytes = 1024;

/** Lays a compressed file beside each that packs well. Level 7 is nearly as small as 11 and takes a moment. */
function compressedFiles(): Plugin {
  let directory = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      directory = join(root, build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
        const file = join(directory, name);
        const { size } = statSync(file);
        if (!packed.test(name) || size < packedFrom_bytes) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 7,
          [constants.BROTLI_PARAM_SIZE_HINT]: size,
          // As much memory as the file wants: there are a thousand small ones.
          [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.ceil(Math.log2(size)) + 1),
        };
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
      }
    },
  };
}

/**
 * Code that is fetched together, because it is used together and changes rarely. A group also takes what its
 * modules import, so what everything imports comes first.
 */
const chunks: [name: string, test: RegExp][] = [
  [
    'framework',
    /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|@tanstack|i18next|react-i18next|use-sync-external-store)\//,
  ],
  [
    'foundation',
    /(contract\/src\/(endpoint|errors|fields|identity|live|places|profiles|service)\.ts|web\/src\/platform\/(?!i18n\/(ja|zh|policy|en\.ts|en\/(?!app|identity|live|ui)))|web\/src\/ui\/(?!BottomSheet|Chips|DialogSurface|Field|MenuSurface|Popover|nonce|Segmented|Switch|Tabs)|web\/src\/features\/identity\/(?!account|Account))/,
  ],
  ['controls', /web\/src\/ui\/(BottomSheet|Chips|Field|Popover|Segmented)\.tsx/],
  ['map', /node_modules\/(maplibre-gl|@maplibre|@mapbox)\//],
  ['overlays', /node_modules\/(radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)/],
];

export default defineConfig({
  plugins: [contractWithoutSchemas(), react(), compressedFiles()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The polyfill would be an inline script, which the content security policy refuses.
    modulePreload: { polyfill: false },
    // Files, not data addresses: they are cached apart from the code.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunks.map(([name, test], index) => ({ name, test, priority: chunks.length - index })),
        },
      },
    },
  },
});
