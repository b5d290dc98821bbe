import { violationsIn } from './source-tree.mjs';

const alone = /\.mocked\.test\.tsx?$/;

/** Test files of one process read each module once: what one of them puts in its place would reach the others. */
export const moduleMocks = {
  name: 'module-mocks-in-files-of-their-own',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => !alone.test(path),
      (_file, node) =>
        isMock(node)
          ? 'puts something in the place of a module: name the file <name>.mocked.test.ts, which runs alone.'
          : undefined,
    ),
};

/** @param {import('./source-tree.mjs').SyntaxNode} node */
function isMock(node) {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.name === 'vi' &&
    /^(do)?[mM]ock$/.test(node.callee.property.name)
  );
}
