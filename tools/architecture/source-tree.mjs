import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const packages = ['contract', 'server', 'web', 'e2e', 'bench', 'tools'];
const notOurs = new Set(['node_modules', 'dist', '.cache', 'data', 'test-results']);
const code = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;

/**
 * @typedef {{ type: string, start: number, end: number, [key: string]: any }} SyntaxNode
 * @typedef {{ path: string, source: string, program: SyntaxNode }} SourceFile
 * @typedef {{ file: string, line: number, message: string }} Violation
 * @typedef {{ root: string, parts: string[], paths: string[], files: SourceFile[] }} SourceTree
 * `paths` are all files and folders with forward slashes from the root, `files` the parsed code of
 * contract, server and web.
 */

/**
 * @param {string} root
 * @param {string[]} parts
 * @returns {SourceTree}
 */
export function readSourceTree(root, parts) {
  const paths = packages
    .filter((name) => existsSync(join(root, name)))
    .flatMap((name) => pathsBelow(root, name));
  const files = paths
    .filter((path) => /^(contract|server|web)\/src\//.test(path) && code.test(path))
    .map((path) => parse(path, readFileSync(join(root, path), 'utf8')));
  return { root, parts, paths, files };
}

/**
 * Tests, and what only they use.
 * @param {string} path
 */
export function isTest(path) {
  return /\.test\.tsx?$|\.surface\.ts$|^(server|web)\/src\/testing\//.test(path);
}

/**
 * @param {SourceFile} file
 * @param {SyntaxNode} node
 * @param {string} message
 * @returns {Violation}
 */
export function violationAt({ path, source }, node, message) {
  return { file: path, line: lineOf(source, node.start), message };
}

/**
 * @param {string} source
 * @param {number} offset
 */
export function lineOf(source, offset) {
  return source.slice(0, offset).split('\n').length;
}

/**
 * Calls back for every node, parents first.
 * @param {SyntaxNode} node
 * @param {(node: SyntaxNode, parents: SyntaxNode[]) => void} visit
 * @param {SyntaxNode[]} [parents]
 */
export function walk(node, visit, parents = []) {
  visit(node, parents);
  const inside = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string')
        walk(child, visit, inside);
    }
  }
}

/**
 * @param {SourceTree} tree
 * @param {(path: string) => boolean} accepts
 * @param {(file: SourceFile, node: SyntaxNode, parents: SyntaxNode[]) => string | undefined} judge the
 * sentence to say about a node
 * @returns {Violation[]}
 */
export function violationsIn({ files }, accepts, judge) {
  /** @type {Violation[]} */
  const violations = [];
  for (const file of files.filter(({ path }) => accepts(path))) {
    walk(file.program, (node, parents) => {
      const message = judge(file, node, parents);
      if (message) violations.push(violationAt(file, node, message));
    });
  }
  return violations;
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function pathsBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? [path, ...pathsBelow(root, path)] : [path];
    });
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {SourceFile}
 */
function parse(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return { path, source, program: /** @type {any} */ (program) };
}
