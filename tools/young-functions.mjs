import { walk } from 'estree-walker';
import MagicString from 'magic-string';
import { parseAst } from 'vite';

/**
 * V8 puts a function that is written where a property is set (`query.resolve = (rows) => …`) among what lives long,
 * however short it lives. Until the whole heap is collected, which happens once in minutes, it keeps alive all that it
 * can reach, here a query with its rows and whoever waits for them; each small collection copies that while the server
 * stands still. As the last part of a sequence the function is young as all others are, and does the same.
 *
 * @returns {import('vite').Plugin}
 */
export function youngFunctions() {
  return {
    name: 'young-functions',
    // At the end of all: what removes dead code would remove this, too. Lines stay, so their map does.
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') part.code = withYoungFunctions(part.code).toString();
    },
  };
}

/** @param {string} code */
export function withYoungFunctions(code) {
  const changed = new MagicString(code);
  walk(/** @type {Parameters<typeof walk>[0]} */ (parseAst(code)), {
    enter(node) {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
      const { type, start, end } = /** @type {{ type: string, start: number, end: number }} */ (
        /** @type {unknown} */ (node.right)
      );
      if (type !== 'ArrowFunctionExpression' && type !== 'FunctionExpression') return;
      changed.appendRight(start, '(0, ').appendLeft(end, ')');
    },
  });
  return changed;
}
