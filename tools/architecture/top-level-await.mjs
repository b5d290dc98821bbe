import { isTest, violationsIn } from './source-tree.mjs';

const product = /^(web|contract)\/src\/(?!.*\.setup\.ts$)/;
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** WebKit takes a module for done as soon as it was begun, if it or one that it imports awaits (bug 242740). */
export const topLevelAwait = {
  name: 'modules-of-pages-do-not-wait',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => product.test(path) && !isTest(path),
      (_file, node, parents) =>
        awaits(node) && !parents.some(({ type }) => functions.has(type))
          ? 'awaits outside of functions: in WebKit parts that are loaded at once would run before what they import. Await in a function.'
          : undefined,
    ),
};

/** @param {import('./source-tree.mjs').SyntaxNode} node */
function awaits({ type, await: isAwaited }) {
  return type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaited);
}
