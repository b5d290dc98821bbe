import { isTest, violationsIn } from './source-tree.mjs';

const rooms = /^(server|web)\/src\/platform\//;

/** Time, chance and settings come from outside, so that a test can decide them. */
export const fixedClock = {
  name: 'clock-chance-and-settings-in-the-platform',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => !rooms.test(path) && !isTest(path),
      (_file, node) => {
        const found = forbiddenSource(node);
        return (
          found &&
          `uses ${found}: take the clock, the ids or the settings from deps, or from the platform in the web.`
        );
      },
    ),
};

const members = new Set([
  'Date.now',
  'Math.random',
  'process.env',
  'crypto.randomUUID',
  'crypto.randomBytes',
  'crypto.randomInt',
  'crypto.getRandomValues',
]);

const importedNames = new Set(['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'env']);

/**
 * @param {import('./source-tree.mjs').SyntaxNode} node
 * @returns {string | undefined}
 */
function forbiddenSource(node) {
  if (node.type === 'MemberExpression') {
    const owner = node.object.name ?? node.object.property?.name;
    const name = `${owner}.${node.property.name ?? node.property.value}`;
    return members.has(name) ? name : undefined;
  }
  if (node.type === 'NewExpression' && node.callee.name === 'Date' && node.arguments.length === 0) {
    return 'new Date() without an argument';
  }
  if (node.type === 'CallExpression' && node.callee.name === 'Date') return 'Date()';
  if (node.type === 'ImportDeclaration' && /^(node:)?(crypto|process)$/.test(node.source.value)) {
    return node.specifiers
      .map((/** @type {any} */ specifier) => specifier.imported?.name)
      .find((/** @type {string | undefined} */ name) => name !== undefined && importedNames.has(name));
  }
  return undefined;
}
