import { isTest, violationAt, walk } from './source-tree.mjs';

/**
 * @typedef {import('./source-tree.mjs').SyntaxNode} SyntaxNode
 * @typedef {{ owner: string, sqlName: string }} Table
 */

/** A table is read by many and written by one. */
export const tableOwners = {
  name: 'tables-written-by-their-owner',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: ({ files, parts }) => {
    const ownerOf = (/** @type {string} */ path) =>
      parts.find((part) => path.startsWith(`server/src/features/${part}/`)) ?? 'platform';
    const ours = files.filter(({ path }) => path.startsWith('server/src/') && !isTest(path));
    const tables = new Map(
      ours
        .filter(({ path }) => path.endsWith('.tables.ts'))
        .flatMap((file) => tablesOf(file, ownerOf(file.path))),
    );
    return ours.flatMap((file) => {
      /** @type {import('./source-tree.mjs').Violation[]} */
      const violations = [];
      const localNames = importedTables(file.program);
      walk(file.program, (node) => {
        for (const name of writtenNames(node)) {
          const table = tables.get(localNames.get(name) ?? name) ?? bySqlName(tables, name);
          if (!table || table.owner === ownerOf(file.path)) continue;
          const message = `writes the table ${table.sqlName}, which belongs to ${table.owner}: call a verb of its service, or let ${table.owner} listen to your event.`;
          violations.push(violationAt(file, node, message));
        }
      });
      return violations;
    });
  },
};

/**
 * The tables that a file declares, by the name it exports them under.
 * @param {import('./source-tree.mjs').SourceFile} file
 * @param {string} owner
 * @returns {[string, Table][]}
 */
function tablesOf({ program }, owner) {
  /** @type {[string, Table][]} */
  const tables = [];
  walk(program, (node) => {
    const call =
      node.type === 'VariableDeclarator' && node.init?.type === 'CallExpression' ? node.init : undefined;
    if (!call || !/table$/i.test(call.callee.name ?? call.callee.property?.name ?? '')) return;
    tables.push([node.id.name, { owner, sqlName: call.arguments[0]?.value ?? node.id.name }]);
  });
  return tables;
}

/**
 * @param {Map<string, Table>} tables
 * @param {string} name
 */
function bySqlName(tables, name) {
  return [...tables.values()].find(({ sqlName }) => sqlName === name);
}

/**
 * Names that imports from tables files have here, with the names they have there.
 * @param {SyntaxNode} program
 * @returns {Map<string, string>}
 */
function importedTables(program) {
  const imports = program.body.filter(
    (/** @type {SyntaxNode} */ node) =>
      node.type === 'ImportDeclaration' && node.source.value.endsWith('.tables.ts'),
  );
  return new Map(
    imports
      .flatMap((/** @type {SyntaxNode} */ node) => node.specifiers)
      .map((/** @type {any} */ { local, imported }) => [local.name, imported?.name ?? local.name]),
  );
}

/**
 * The tables which a statement writes: variables given to insert, update and delete, and names in SQL text.
 * @param {SyntaxNode} node
 * @returns {string[]}
 */
function writtenNames(node) {
  if (node.type === 'CallExpression' && /^(insert|update|delete)$/.test(node.callee.property?.name ?? '')) {
    const [argument] = node.arguments;
    return [argument?.name ?? argument?.property?.name ?? ''].filter(Boolean);
  }
  if (node.type === 'TemplateLiteral') return namesInSql(templateText(node));
  if (node.type === 'Literal' && typeof node.value === 'string') return namesInSql(node.value);
  return [];
}

/** @param {SyntaxNode} node */
function templateText({ quasis, expressions }) {
  return quasis
    .map((/** @type {any} */ quasi, /** @type {number} */ position) => {
      const expression = expressions[position];
      return `${quasi.value.raw}${expression ? (expression.name ?? expression.property?.name ?? '?') : ''}`;
    })
    .join('');
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function namesInSql(text) {
  const writes =
    /\b(?:insert\s+into|delete\s+from(?:\s+only)?|truncate(?:\s+table)?|merge\s+into|update(?:\s+only)?(?=\s+"?\w+"?(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+"?(\w+)"?/gi;
  return [...text.matchAll(writes)].flatMap((match) => match[1] ?? []);
}
