import { isTest, violationAt, walk } from './source-tree.mjs';

/** Endpoints that are declared, answered or called under different names, and why that is so. */
const exceptions = new Map([
  ['getHealth', 'of the service itself, which is no area'],
  ['getSettings', 'of the service itself, which is no area'],
  ['reportClientError', 'of the service itself, which is no area'],
  ['sync', 'called by the one stream that all areas of the web share, in the platform'],
  ['listOnlineUsers', 'answered beside the other lists of people near by, whose statement it shares'],
  ['getProfile', 'answered by the read model that counts what a person did; called where profiles are shown'],
  ['listUsers', 'answered by the same read model; called for the name of an author and of oneself'],
]);

/** An endpoint stands under one name of an area on every side. */
export const oneName = {
  name: 'endpoints-under-one-name',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check({ files }) {
    const areas = new Map(files.filter(({ path }) => path.startsWith('contract/src/')).flatMap(endpointsOf));
    return files.flatMap((file) => {
      const place = /^(?:server|web)\/src\/(?:features\/([^/]+)\/)?/.exec(file.path);
      if (!place || isTest(file.path)) return [];
      return [...importedFromContract(file.program), ...calledByType(file.program)]
        .filter(({ name }) => areas.has(name) && !exceptions.has(name) && areas.get(name) !== place[1])
        .map(({ name, node }) =>
          violationAt(
            file,
            node,
            `uses ${name}, which ${areas.get(name)} declares: answer and call it in the area of that name, or say in tools/architecture/one-name.mjs why it stands elsewhere.`,
          ),
        );
    });
  },
};

/**
 * @param {import('./source-tree.mjs').SourceFile} file
 * @returns {[name: string, area: string][]}
 */
function endpointsOf({ path, program }) {
  /** @type {[string, string][]} */
  const found = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.init?.callee?.name === 'endpoint') {
      found.push([node.id.name, /** @type {string} */ (path.split('/')[2])]);
    }
  });
  return found;
}

/**
 * Endpoints that the web calls, which it names by their types alone: `call<typeof createPost>(…)`, and where it makes
 * the request itself `(typeof createPost)['path']`.
 * @param {import('./source-tree.mjs').SyntaxNode} program
 * @returns {{ name: string, node: import('./source-tree.mjs').SyntaxNode }[]}
 */
function calledByType(program) {
  /** @type {{ name: string, node: import('./source-tree.mjs').SyntaxNode }[]} */
  const found = [];
  walk(program, (node) => {
    const named =
      node.type === 'CallExpression' && node.callee.name === 'call'
        ? node.typeArguments?.params[0]
        : node.type === 'TSIndexedAccessType' && node.objectType;
    const type = named?.type === 'TSParenthesizedType' ? named.typeAnnotation : named;
    if (type?.type === 'TSTypeQuery') found.push({ name: type.exprName.name, node });
  });
  return found;
}

/**
 * Values that a file imports from the contract; other types say nothing of who answers or calls.
 * @param {import('./source-tree.mjs').SyntaxNode} program
 * @returns {{ name: string, node: import('./source-tree.mjs').SyntaxNode }[]}
 */
function importedFromContract(program) {
  return program.body
    .filter(
      (/** @type {import('./source-tree.mjs').SyntaxNode} */ node) =>
        node.type === 'ImportDeclaration' &&
        node.importKind !== 'type' &&
        node.source.value.startsWith('@dazi/contract/'),
    )
    .flatMap((/** @type {import('./source-tree.mjs').SyntaxNode} */ node) =>
      node.specifiers
        .filter((/** @type {any} */ { importKind }) => importKind !== 'type')
        .map((/** @type {any} */ { imported }) => ({ name: imported?.name, node })),
    );
}
