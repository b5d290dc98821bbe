import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import postcss from 'postcss';
import { isTest, violationAt, walk } from './source-tree.mjs';

const page = 'web/index.html';
const shared = 'web/src/ui/';
const shortest_letters = 4;

/**
 * @typedef {{ name: string, sheet: string, line: number, selector: string }} StyledClass a class in a selector
 * @typedef {import('./source-tree.mjs').SyntaxNode} SyntaxNode
 * @typedef {import('./source-tree.mjs').Violation} Violation
 */

/** Whoever changes a rule has to know what it touches, so each class has one sheet, and its name says which. */
export const classNames = {
  name: 'classes-belong-to-one-sheet',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check(tree) {
    const styled = tree.paths
      .filter((path) => /^web\/src\/.*\.css$/.test(path))
      .flatMap((sheet) => classesOf(sheet, readFileSync(join(tree.root, sheet), 'utf8')));
    const code = tree.files.filter(({ path }) => isShownCode(path));
    return [
      ...misnamedSheets(tree),
      ...misplaced(styled),
      ...unused(tree, styled),
      ...unstyled(code, styled),
    ];
  },
};

/** @param {string} path */
const isShownCode = (path) => path.startsWith('web/src/') && !isTest(path) && !path.includes('/texts/');

/** @param {string} sheet */
const isShared = (sheet) => sheet.startsWith(shared);

/** @param {string} sheet */
const nameOf = (sheet) => basename(sheet, '.css');

/**
 * @param {string} name
 * @param {string} prefix
 */
const beginsWith = (name, prefix) => name === prefix || name.startsWith(`${prefix}-`);

/**
 * @param {string} sheet
 * @param {string} source
 * @returns {StyledClass[]}
 */
function classesOf(sheet, source) {
  /** @type {StyledClass[]} */
  const classes = [];
  postcss.parse(source).walkRules((rule) => {
    for (const selector of rule.selectors) {
      const bare = selector.replaceAll(/"[^"]*"/g, '""');
      for (const [, name] of bare.matchAll(/\.([a-z][\w-]*)/gi)) {
        classes.push({ name: name ?? '', sheet, line: rule.source?.start?.line ?? 1, selector: bare });
      }
    }
  });
  return classes;
}

/**
 * A part has one sheet; a piece of it that is fetched on its own may have one more, named after both.
 * @param {import('./source-tree.mjs').SourceTree} tree
 * @returns {Violation[]}
 */
function misnamedSheets({ paths }) {
  return paths
    .filter((path) => /^web\/src\/features\/.*\.css$/.test(path))
    .filter((path) => !beginsWith(nameOf(path), basename(dirname(path))))
    .map((file) => ({
      file,
      line: 1,
      message: `is not named after its part: call it ${basename(dirname(file))}.css, or ${basename(dirname(file))}-<piece>.css where a piece is fetched on its own.`,
    }));
}

/**
 * @param {StyledClass[]} styled
 * @returns {Violation[]}
 */
function misplaced(styled) {
  const inShared = new Set(styled.filter(({ sheet }) => isShared(sheet)).map(({ name }) => name));
  /** @type {Map<string, string>} */
  const homes = new Map();
  /** @type {Violation[]} */
  const violations = [];
  for (const { name, sheet, line, selector } of styled.filter((one) => !isShared(one.sheet))) {
    const isOwn = (/** @type {string} */ other) => beginsWith(other, nameOf(sheet));
    const home = homes.get(name) ?? (isOwn(name) && inShared.has(name) ? shared : sheet);
    if (isOwn(name)) homes.set(name, home);
    const namesOwn = [...selector.matchAll(/\.([a-z][\w-]*)/gi)].some(([, other]) => isOwn(other ?? ''));
    const say = (/** @type {string} */ message) => violations.push({ file: sheet, line, message });
    if (isOwn(name) && home !== sheet) {
      say(`styles .${name}, which stands in ${home} too: give what lies here a name of its own.`);
    } else if (isOwn(name) && name.length < shortest_letters) {
      say(`has the class .${name}, which says too little: a name has at least ${shortest_letters} letters.`);
    } else if (!isOwn(name) && !inShared.has(name)) {
      say(
        `has the class .${name}, which does not begin with "${nameOf(sheet)}": rename it, or move the rule.`,
      );
    } else if (!namesOwn) {
      say(
        `styles .${name} of ui/ wherever it stands: name a class of this sheet beside it, or do it in ui/.`,
      );
    }
  }
  return violations;
}

/**
 * Words count wherever they stand in the code of the web, for a name may come to its element in many ways.
 * @param {import('./source-tree.mjs').SourceTree} tree
 * @param {StyledClass[]} styled
 * @returns {Violation[]}
 */
function unused({ root, files }, styled) {
  const words = new Set(
    existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8').split(/[^\w-]+/) : [],
  );
  /** @type {Set<string>} */
  const beginnings = new Set();
  for (const file of files.filter(({ path }) => isShownCode(path))) {
    walk(file.program, (node, parents) => {
      if (parents.at(-1)?.type.startsWith('Import')) return;
      const text = textOf(node);
      for (const word of text?.split(/[^\w-]+/) ?? []) (word.endsWith('-') ? beginnings : words).add(word);
    });
  }
  const isUsed = (/** @type {string} */ name) =>
    words.has(name) || [...beginnings].some((beginning) => beginning !== '-' && name.startsWith(beginning));
  /** @type {Map<string, StyledClass>} */
  const first = new Map();
  for (const one of styled) if (!first.has(one.name)) first.set(one.name, one);
  return [...first.values()]
    .filter(({ name }) => !isUsed(name))
    .map(({ name, sheet, line }) => ({
      file: sheet,
      line,
      message: `styles .${name}, which nothing has: take the rule out, or give the class to what it is meant for.`,
    }));
}

/**
 * @param {import('./source-tree.mjs').SourceFile[]} code
 * @param {StyledClass[]} styled
 * @returns {Violation[]}
 */
function unstyled(code, styled) {
  const names = [...new Set(styled.map(({ name }) => name))];
  const known = new Set(names);
  /** @type {Violation[]} */
  const violations = [];
  for (const file of code) {
    walk(file.program, (node) => {
      for (const given of classesGivenBy(node)) {
        for (const word of (textOf(given) ?? '').split(/\s+/).filter(Boolean)) {
          // A template adds the rest to what ends with a hyphen.
          const isKnown = word.endsWith('-') ? names.some((name) => name.startsWith(word)) : known.has(word);
          if (isKnown) continue;
          const message = `gives the class "${word}", which no style sheet has: write the rule, or leave the class out.`;
          violations.push(violationAt(file, given, message));
        }
      }
    });
  }
  return violations;
}

/**
 * Finds the texts that an attribute, a default or `classNames(…)` puts into a class list.
 * @param {SyntaxNode} node
 * @returns {SyntaxNode[]}
 */
function classesGivenBy(node) {
  if (node.type === 'JSXAttribute' && /^(className|\w+ClassName)$/.test(node.name.name ?? ''))
    return textsIn(node.value);
  if (node.type === 'AssignmentPattern' && node.left.name === 'className') return textsIn(node.right);
  if (node.type === 'AssignmentExpression' && node.left.property?.name === 'className')
    return textsIn(node.right);
  if (node.type !== 'CallExpression') return [];
  const isList = node.callee.name === 'classNames' || node.callee.object?.property?.name === 'classList';
  return isList ? node.arguments.flatMap(textsIn) : [];
}

/**
 * Finds what an expression may come to; conditions are passed over.
 * @param {SyntaxNode | null} node
 * @returns {SyntaxNode[]}
 */
function textsIn(node) {
  if (!node) return [];
  if (node.type === 'Literal') return [node];
  if (node.type === 'JSXExpressionContainer') return textsIn(node.expression);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(textsIn);
  if (node.type === 'LogicalExpression')
    return (node.operator === '&&' ? [node.right] : [node.left, node.right]).flatMap(textsIn);
  return node.type === 'TemplateLiteral' ? [...node.quasis, ...node.expressions.flatMap(textsIn)] : [];
}

/** @param {SyntaxNode} node */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateElement' ? node.value.cooked : undefined;
}
