import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf } from './source-tree.mjs';

const page = 'web/index.html';

/** The build leaves a style sheet that it does not find as it stands, and browsers then ask for it in vain. */
export const pageFiles = {
  name: 'files-of-the-page-are-found',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check({ root, paths }) {
    if (!existsSync(join(root, page))) return [];
    const source = readFileSync(join(root, page), 'utf8');
    return [...source.matchAll(/(?:href|src)="\/(src\/[^"]+)"/g)]
      .filter(([, path]) => !paths.includes(`web/${path}`))
      .map(({ index, 1: path }) => ({
        file: page,
        line: lineOf(source, index),
        message: `names web/${path}, which is not there: write where the file lies now.`,
      }));
  },
};
