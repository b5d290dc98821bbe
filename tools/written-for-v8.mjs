import { walk } from 'estree-walker';
import MagicString from 'magic-string';
import { parseAst } from 'vite';

/**
 * Two habits of V8 make what lives briefly stay until the whole heap is collected, which happens once in minutes; each small
 * collection copies it while the server stands still. Both are written differently here, and do the same:
 *
 * - A function that stands where a property is set (`query.resolve = (rows) => …`) is put among what lives long, and keeps
 *   alive all that it can reach. As the last part of a sequence it is not.
 * - An object that begins with another's properties and has more (`{ ...row, place }`) gets a shape of its own, which no
 *   other object ever has, with each further property (V8 before 12). Where nothing is spread first, shapes are shared.
 *
 * @returns {import('vite').Plugin}
 */
export function writtenForV8() {
  return {
    name: 'written-for-v8',
    // At the end of all: what removes dead code would remove this, too. Lines stay, so their map does.
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') part.code = rewritten(part.code).toString();
    },
  };
}

/** @typedef {{ type: string, start: number, end: number }} Place */

/** @param {string} code */
export function rewritten(code) {
  const changed = new MagicString(code);
  walk(/** @type {Parameters<typeof walk>[0]} */ (parseAst(code)), {
    enter(node) {
      if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
        const { type, start, end } = placeOf(node.right);
        if (type !== 'ArrowFunctionExpression' && type !== 'FunctionExpression') return;
        changed.appendRight(start, '(0, ').appendLeft(end, ')');
      } else if (node.type === 'ObjectExpression' && node.properties.length > 1) {
        const { type, start } = placeOf(node.properties[0]);
        if (type === 'SpreadElement') changed.appendRight(start, '...null, ');
      }
    },
  });
  return changed;
}

/** @param {unknown} node What the parser answers says where it stands, which the types leave out. */
const placeOf = (node) => /** @type {Place} */ (node);
