import { posix } from 'node:path';
import { isTest, violationAt } from './source-tree.mjs';

/**
 * @typedef {import('./source-tree.mjs').SourceFile} SourceFile
 * @typedef {import('./source-tree.mjs').SyntaxNode} SyntaxNode
 */

/**
 * The browser takes no value from a file of the contract that brings the schema library with it; types cost nothing.
 */
export const schemasOutOfTheBrowser = {
  name: 'schemas-out-of-the-browser',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check({ files }) {
    const bringing = filesWithSchemas(files.filter(({ path }) => path.startsWith('contract/src/')));
    return files
      .filter(({ path }) => path.startsWith('web/src/') && !isTest(path))
      .flatMap((file) =>
        importedValues(file)
          .filter(({ target }) => bringing.has(target))
          .map(({ target, node }) =>
            violationAt(
              file,
              node,
              `takes a value from ${target}, which brings the schemas into the browser: import it as a type, name the endpoint as call<typeof …>, or move what the browser needs to the *.rules.ts beside it.`,
            ),
          ),
      );
  },
};

/**
 * Files of the contract that import zod, or a value of another one that does.
 * @param {SourceFile[]} contract
 */
function filesWithSchemas(contract) {
  const imports = contract.map((file) => ({
    path: file.path,
    targets: importedValues(file).map(({ target }) => target),
  }));
  const found = new Set(['zod/mini']);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { path, targets } of imports) {
      if (targets.some((target) => found.has(target))) found.add(path);
    }
  }
  return found;
}

/**
 * @param {SourceFile} file
 * @returns {{ target: string, node: SyntaxNode }[]} from the root, where it is a file of ours
 */
function importedValues({ path, program }) {
  return program.body
    .filter((/** @type {SyntaxNode} */ node) => node.source && isOfValues(node))
    .map((/** @type {SyntaxNode} */ node) => ({ target: targetOf(path, node.source.value), node }));
}

/** @param {SyntaxNode} node an import, or an export from another file */
function isOfValues(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return false;
  const names = node.specifiers ?? [];
  return (
    names.length === 0 ||
    names.some((/** @type {any} */ name) => name.importKind !== 'type' && name.exportKind !== 'type')
  );
}

/**
 * @param {string} path
 * @param {string} source
 */
function targetOf(path, source) {
  if (source.startsWith('@dazi/contract/'))
    return `contract/src/${source.slice('@dazi/contract/'.length)}.ts`;
  return source.startsWith('.') ? posix.join(posix.dirname(path), source) : source;
}
