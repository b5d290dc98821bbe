import { violationsIn } from './source-tree.mjs';

/** dependency-cruiser does not see `import('...').Name` in a type, so every import is a statement. */
export const inlineImportTypes = {
  name: 'imports-are-statements',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => !path.endsWith('.d.ts'),
      (_file, node) =>
        node.type === 'TSImportType'
          ? 'imports inside a type, where the import rules cannot see it: write "import type" at the top.'
          : undefined,
    ),
};
