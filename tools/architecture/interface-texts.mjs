import { isTest, violationsIn } from './source-tree.mjs';

const spokenAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

const advice = 'put it into the texts folder beside it, in three languages, and show it with t().';

/** Every word that a person sees or hears comes from the translations; the brand is the same in all. */
export const interfaceTexts = {
  name: 'texts-come-from-the-translations',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => /^web\/src\/.*\.tsx$/.test(path) && !isTest(path),
      (_file, node, parents) => {
        const text = writtenText(node, parents);
        return text === undefined ? undefined : `says "${text.trim()}" in one language: ${advice}`;
      },
    ),
};

/**
 * @param {import('./source-tree.mjs').SyntaxNode} node
 * @param {import('./source-tree.mjs').SyntaxNode[]} parents
 * @returns {string | undefined}
 */
function writtenText(node, parents) {
  const text = textOf(node);
  if (text === undefined || !/\p{L}/u.test(text.replaceAll(/Dazi|搭子/g, ''))) return undefined;
  return node.type === 'JSXText' || isShown(parents) ? text : undefined;
}

/** @param {import('./source-tree.mjs').SyntaxNode} node */
function textOf(node) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateElement' ? node.value.cooked : undefined;
}

/**
 * Whether a text, perhaps chosen by a condition, ends up as a child of an element or in a spoken attribute.
 * @param {import('./source-tree.mjs').SyntaxNode[]} parents
 */
function isShown(parents) {
  const passing = new Set([
    'ConditionalExpression',
    'LogicalExpression',
    'TemplateLiteral',
    'JSXExpressionContainer',
  ]);
  const index = parents.findLastIndex(({ type }) => !passing.has(type));
  const holder = parents[index];
  if (holder?.type === 'JSXAttribute') return spokenAttributes.has(holder.name.name);
  return holder?.type === 'JSXElement' || holder?.type === 'JSXFragment';
}
