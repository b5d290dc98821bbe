import { violationsIn } from './source-tree.mjs';

export const defaultExports = {
  name: 'no-default-exports',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      () => true,
      (_file, node) =>
        isDefaultExport(node)
          ? 'exports a default: give it the name under which others import it.'
          : undefined,
    ),
};

/** @param {import('./source-tree.mjs').SyntaxNode} node */
function isDefaultExport(node) {
  return (
    node.type === 'ExportDefaultDeclaration' ||
    (node.type === 'ExportSpecifier' && (node.exported.name ?? node.exported.value) === 'default')
  );
}
