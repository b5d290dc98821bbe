import { isTest, violationsIn } from './source-tree.mjs';

const rooms = /\.(store|tables)\.ts$|^server\/src\/platform\/(database\/|outbox\.ts$)/;
const verbs = new Set([
  'select',
  'selectDistinct',
  'selectDistinctOn',
  'insert',
  'update',
  'delete',
  'execute',
]);
const connections = new Set(['db', 'tx', 'database', 'transaction', 'connection']);
const advice = 'move the statement into the feature’s *.store.ts and call that.';

export const sqlStatements = {
  name: 'sql-only-in-stores',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => path.startsWith('server/src/') && !rooms.test(path) && !isTest(path),
      (_file, node) => {
        if (importsDrizzle(node)) return `imports what SQL is made of: ${advice}`;
        if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'sql')
          return `contains SQL: ${advice}`;
        return isStatement(node) ? `talks to the database: ${advice}` : undefined;
      },
    ),
};

/** @param {import('./source-tree.mjs').SyntaxNode} node */
function importsDrizzle(node) {
  return (
    node.type === 'ImportDeclaration' &&
    /^drizzle-orm(\/|$)/.test(node.source.value) &&
    node.importKind !== 'type' &&
    node.specifiers.some((/** @type {any} */ specifier) => specifier.importKind !== 'type')
  );
}

/** @param {import('./source-tree.mjs').SyntaxNode} node */
function isStatement({ type, callee }) {
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || !verbs.has(callee.property.name))
    return false;
  const connection = callee.object.name ?? callee.object.property?.name;
  return connections.has(connection);
}
