import { isTest, lineOf, violationsIn } from './source-tree.mjs';

const most_lines = 120;
const product = /^(web|server)\/src\//;
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Functions gather whatever is done in one place; from some length on nobody reads them as a whole. */
export const functionLength = {
  name: 'functions-stay-short',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => product.test(path) && !isTest(path),
      ({ path, source }, node) => {
        if (!functions.has(node.type)) return undefined;
        const lines = lineOf(source, node.end) - lineOf(source, node.start) + 1;
        const parts = path.startsWith('web/') ? 'a hook or a component' : 'a function or a class';
        return lines > most_lines
          ? `is a function of ${lines} lines, more than ${most_lines}: make ${parts} of each state and each meaning in it, named after that.`
          : undefined;
      },
    ),
};
