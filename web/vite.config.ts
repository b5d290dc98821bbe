import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The emoji and their names in the languages we speak, without what the picker does not read. Their address
 * carries the version, for they are kept for ever.
 */
function emojiNames(): Plugin {
  const files = createRequire(import.meta.url);
  const read = (path: string) => JSON.parse(readFileSync(files.resolve(`emojibase-data/${path}`), 'utf8'));
  return {
    name: 'emoji-names',
    generateBundle() {
      for (const language of ['en', 'ja', 'zh']) {
        const emoji = read(`${language}/data.json`).map((one: Record<string, unknown>) => ({
          emoji: one.emoji,
          label: one.label,
          group: one.group,
          subgroup: one.subgroup,
          tags: one.tags,
          version: one.version,
          skins: (one.skins as { emoji: string; tone: unknown }[] | undefined)?.map((skin) => ({
            emoji: skin.emoji,
            tone: skin.tone,
          })),
        }));
        const { groups, subgroups, skinTones } = read(`${language}/messages.json`);
        const put = (name: string, value: unknown) =>
          this.emitFile({
            type: 'asset',
            fileName: `assets/emoji-17.0.0/${language}/${name}.json`,
            source: JSON.stringify(value),
          });
        put('data', emoji);
        put('messages', { groups, subgroups, skinTones });
      }
    },
  };
}

/** What the server would otherwise compress anew for every visitor; smaller files it sends as they are. */
const packed = /\.(js|mjs|css|svg|json|webmanifest|mvt)$/;
const packedFrom_bytes = 1024;

/**
 * Lays a compressed file beside each that packs well. Code takes level 11, a twelfth smaller than 7; the
 * thousand pieces of the map would take minutes for as good as nothing.
 */
function compressedFiles(): Plugin {
  const compress = promisify(brotliCompress);
  let directory = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      directory = join(root, build.outDir);
    },
    async closeBundle() {
      const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter((name) => packed.test(name))
        .map((name) => ({ path: join(directory, name), isCode: /\.(js|css)$/.test(name) }));
      const pack = async ({ path, isCode }: (typeof files)[number]) => {
        const { size } = statSync(path);
        if (size < packedFrom_bytes) return;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: isCode ? 11 : 7,
          [constants.BROTLI_PARAM_SIZE_HINT]: size,
          // As much memory as the file wants: there are a thousand small ones.
          [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.ceil(Math.log2(size)) + 1),
        };
        writeFileSync(`${path}.br`, await compress(readFileSync(path), { params }));
      };
      await Promise.all(files.map(pack));
    },
  };
}

/** What is replaced in Vite's helper that loads a part's stylesheets before its code. */
const preloadEdits: [RegExp, string][] = [
  [/seen\[href\] = (?:void 0|undefined);(\s*)throw err;/, 'delete seen[href];$1throw err;'],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
];

/**
 * Vite asks for a stylesheet once: when it did not come, another attempt at the part would show it without. So what
 * failed is forgotten, and its element goes, which would otherwise count as loaded.
 */
function failedStylesheetsAgain(): Plugin {
  return {
    name: 'failed-stylesheets-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        const missing = preloadEdits.find(([words]) => !words.test(code));
        if (missing) this.error(`Vite's preload helper has changed: look for what replaces ${missing[0]}`);
        return { code: preloadEdits.reduce((text, [words, by]) => text.replace(words, by), code), map: null };
      },
    },
  };
}

/** The words and the picture of index.html come first: on a slow line the code would share it with them. */
function codeComesLast(): Plugin {
  return {
    name: 'code-comes-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
  };
}

/**
 * A language is a file that comes before the first words are shown. What it shares with code of the screens would become
 * part of theirs, and all of that come before the first words, too.
 */
function languagesBringNoCode(): Plugin {
  const isEarly = (file: string) => /^assets\/(start|framework|rolldown-runtime)-/.test(file);
  return {
    name: 'languages-bring-no-code',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !/\/app\/texts\/[a-z]+\.ts$/.test(chunk.facadeModuleId ?? '')) continue;
        const late = chunk.imports.filter((file) => !isEarly(file));
        if (late.length > 0)
          this.error(`${chunk.fileName} imports ${late.join()}: keep what is shared out of the texts`);
      }
    },
  };
}

/** Where nearly everybody begins: what these pages are made of comes before the first words on them. */
const firstPages =
  /\/app\/(map\/MapPage|chat\/MessagesPage|shell\/signed-in-parts)\.|\/map\/(MapCanvas|plain-provider|maplibre-provider|style-extracts|style-openmaptiles)\./;

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether one of the first pages imports a module, over however many others. */
function isOfFirstPages(moduleId: string, graph: Graph): boolean {
  const found = new Set([moduleId]);
  for (const id of found) {
    if (firstPages.test(id)) return true;
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) found.add(importer);
  }
  return false;
}

/** What only further pages share would come before the first words with a single import of the first ones. */
function firstPagesBringNothingFurther(): Plugin {
  return {
    name: 'first-pages-bring-nothing-further',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !firstPages.test(chunk.facadeModuleId ?? '')) continue;
        const late = chunk.imports.filter((file) => file.startsWith('assets/further-'));
        if (late.length > 0)
          this.error(
            `${chunk.fileName} imports ${late.join()}: give what it takes from there a module that it shares`,
          );
      }
    },
  };
}

/** Whether a module awaits outside of its functions; `node` is a part of its syntax tree. */
function awaitsAtTheTop(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(awaitsAtTheTop);
  if (node === null || typeof node !== 'object') return false;
  const { type, await: isAwaited } = node as { type?: string; await?: boolean };
  if (type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression')
    return false;
  if (type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaited)) return true;
  return Object.values(node).some(awaitsAtTheTop);
}

/** The same as the architecture check asks of our modules, of what packages bring along (docs/browsers.md, bug 242740). */
function nothingAwaitsAtTheTop(): Plugin {
  return {
    name: 'nothing-awaits-at-the-top',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !awaitsAtTheTop(this.parse(chunk.code))) continue;
        this.error(
          `${chunk.fileName} awaits outside of functions: in WebKit parts that are loaded at once would run before what they import`,
        );
      }
    },
  };
}

/** All but the texts: each language is a file of its own. */
const ownCode = /(web|contract)\/src\/(?!.*\/texts\/)/;

/**
 * Code that is fetched together, because it is used together or changes rarely. A group also takes what its
 * modules import, so what everything imports comes first. Each file costs a request and, on a phone far away,
 * a wait: what screens share is one file for the first ones, and one more for all others.
 */
const chunks = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|@tanstack|i18next|react-i18next|use-sync-external-store)\//,
  },
  { name: 'start', tags: ['$initial' as const] },
  { name: 'map', test: /node_modules\/maplibre-gl\// },
  {
    name: 'overlays',
    test: /node_modules\/(radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)/,
  },
  {
    name: (moduleId: string, graph: Graph) => (isOfFirstPages(moduleId, graph) ? 'shared' : null),
    debugName: 'shared',
    test: ownCode,
    minShareCount: 2,
  },
  { name: 'further', test: ownCode, minShareCount: 2 },
];

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

export default defineConfig({
  define: { 'import.meta.env.DAZI_VERSION': JSON.stringify(version) },
  plugins: [
    emojiNames(),
    react(),
    failedStylesheetsAgain(),
    codeComesLast(),
    languagesBringNoCode(),
    firstPagesBringNothingFurther(),
    nothingAwaitsAtTheTop(),
    compressedFiles(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The polyfill would be an inline script, which the content security policy refuses.
    modulePreload: { polyfill: false },
    // Files, not data addresses: they are cached apart from the code.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/start-[hash].js',
        codeSplitting: {
          groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })),
        },
      },
    },
  },
});
