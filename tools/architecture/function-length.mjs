import { isTest, lineOf, violationsIn } from './source-tree.mjs';

const most_lines = 120;
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Components and hooks gather whatever is done in one place; from some length on nobody reads them as a whole. */
export const functionLength = {
  name: 'functions-of-the-web-stay-short',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => path.startsWith('web/src/') && !isTest(path),
      ({ source }, node) => {
        if (!functions.has(node.type)) return undefined;
        const lines = lineOf(source, node.end) - lineOf(source, node.start) + 1;
        return lines > most_lines
          ? `is a function of ${lines} lines, more than ${most_lines}: make a hook or a component of each state and each meaning in it, named after that.`
          : undefined;
      },
    ),
};
