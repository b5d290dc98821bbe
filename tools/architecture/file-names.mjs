import { areasOf } from './areas.mjs';

/**
 * @typedef {import('./source-tree.mjs').SourceTree} SourceTree
 * @typedef {import('./source-tree.mjs').Violation} Violation
 */

const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*';

/** Which files a folder may hold, and what to say about others. */
const vocabularies = [
  {
    folder: /^web\/src\/(?!app\/texts\/).*\/texts\//,
    file: /^(en|ja|zh|en-first)\.ts$/,
    advice:
      'a texts folder knows only en.ts, ja.ts and zh.ts, and en-first.ts for English words that come with the page.',
  },
  {
    folder: /^server\/src\/features\//,
    file: new RegExp(
      `^${kebab}\\.(area|routes|service|rules|tables|store|events|jobs|account|notices|builder|surface|data|test|rules\\.test)\\.ts$`,
    ),
    advice:
      'a server feature knows only <area>.area, <name>.routes, .service, .rules, .tables, .store, .events, .jobs, .account, .notices, .builder, .surface, .data, .test and .rules.test (.ts).',
  },
  {
    folder: /^web\/src\/features\//,
    file: new RegExp(
      `^(${kebab}(\\.api|\\.live)?(\\.test)?\\.ts|${kebab}(\\.mocked)?\\.test\\.tsx?|[A-Z][A-Za-z0-9]*(\\.test)?\\.tsx|[A-Za-z0-9-]+\\.css)$`,
    ),
    advice:
      'a web feature knows only <name>.api.ts, <name>.live.ts, Component.tsx, pure modules as <name>.ts, tests of these, and .css.',
  },
  {
    folder: /^contract\/src\//,
    file: new RegExp(`^${kebab}(\\.area|\\.rules|\\.test)?\\.ts$`),
    advice: 'the contract knows only <area>.area.ts, <name>.ts, <name>.rules.ts and <name>.test.ts.',
  },
];

export const fileSuffixes = {
  name: 'file-suffixes-from-the-vocabulary',
  /** @param {SourceTree} tree */
  check: ({ paths, parts }) => {
    const folders = new Set([...areasOf(parts), ...parts]);
    return paths.flatMap((path) => {
      const vocabulary = vocabularies.find(({ folder }) => folder.test(path));
      if (!vocabulary) return [];
      const folder = /^(?:server|web)\/src\/features\/(.+)$/.exec(path)?.[1];
      const isKnown =
        !folder ||
        !isFolder(path) ||
        folders.has(folder) ||
        isTextsOfArea(path, areasOf(parts)) ||
        parts.some((part) => folder.startsWith(`${part}/`));
      if (!isKnown) {
        const advice =
          'is no area or part of contract/src/areas.ts: use a name of that list or add it there.';
        return [violation(path, advice)];
      }
      const isFine = isFolder(path) || vocabulary.file.test(nameOf(path));
      return isFine ? [] : [violation(path, `has a name outside the vocabulary: ${vocabulary.advice}`)];
    });
  },
};

/**
 * An area that has parts may keep texts of its own beside them, as it does its <area>.area.ts on the server.
 * @param {string} path
 * @param {string[]} areas
 */
function isTextsOfArea(path, areas) {
  return areas.some((area) => path === `web/src/features/${area}/texts`);
}

const junk = /(^|[.-])(shared|utils?|helpers?|common|misc)($|[.-])/i;

export const fileNames = {
  name: 'names-that-say-something',
  /** @param {SourceTree} tree */
  check: ({ paths }) =>
    paths.flatMap((path) => {
      if (junk.test(nameOf(path))) {
        return [violation(path, 'is a name for anything: name it after the one thing it knows.')];
      }
      if (/^index\.[cm]?[jt]sx?$/.test(nameOf(path))) {
        return [
          violation(path, 'is a barrel: import from the file that has the thing, and give this one a name.'),
        ];
      }
      return [];
    }),
};

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param {string} path */
function isFolder(path) {
  return !nameOf(path).includes('.');
}

/**
 * @param {string} file
 * @param {string} message
 * @returns {Violation}
 */
function violation(file, message) {
  return { file, line: 1, message };
}
