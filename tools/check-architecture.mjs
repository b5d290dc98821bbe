import { pathToFileURL } from 'node:url';
import { readParts } from './architecture/areas.mjs';
import { classNames } from './architecture/class-names.mjs';
import { fixedClock } from './architecture/clock-and-chance.mjs';
import { defaultExports } from './architecture/default-exports.mjs';
import { fileNames, fileSuffixes } from './architecture/file-names.mjs';
import { functionLength } from './architecture/function-length.mjs';
import { checkImports } from './architecture/imports.mjs';
import { inlineImportTypes } from './architecture/inline-import-types.mjs';
import { interfaceTexts } from './architecture/interface-texts.mjs';
import { moduleMocks } from './architecture/module-mocks.mjs';
import { oneName } from './architecture/one-name.mjs';
import { pageFiles } from './architecture/page-files.mjs';
import { schemasOutOfTheBrowser } from './architecture/schemas-out-of-the-browser.mjs';
import { securePages } from './architecture/secure-pages.mjs';
import { readSourceTree } from './architecture/source-tree.mjs';
import { sqlStatements } from './architecture/sql-statements.mjs';
import { tableOwners } from './architecture/table-owners.mjs';
import { topLevelAwait } from './architecture/top-level-await.mjs';
import { repositoryRoot } from './repository.mjs';

/** What no ready-made tool expresses; each rule gets the whole tree and answers with violations. */
const ownRules = [
  inlineImportTypes,
  sqlStatements,
  tableOwners,
  fixedClock,
  securePages,
  fileSuffixes,
  fileNames,
  defaultExports,
  functionLength,
  topLevelAwait,
  interfaceTexts,
  moduleMocks,
  oneName,
  pageFiles,
  classNames,
  schemasOutOfTheBrowser,
];

/**
 * @param {string} root
 * @returns {Promise<{ name: string, violations: import('./architecture/source-tree.mjs').Violation[] }[]>}
 */
export async function checkArchitecture(root) {
  const parts = readParts(root);
  const tree = readSourceTree(root, parts);
  const own = ownRules.map(({ name, check }) => ({ name, violations: check(tree) }));
  return [...(await checkImports(root, parts)), ...own];
}

/** @param {import('./architecture/source-tree.mjs').Violation} violation */
export function violationLine({ file, line, message }) {
  return `${file}:${line} ${message}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rules = await checkArchitecture(repositoryRoot);
  for (const { name, violations } of rules) {
    console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}`);
    for (const violation of violations) console.log(`    ${violationLine(violation)}`);
  }
  process.exitCode = rules.some(({ violations }) => violations.length > 0) ? 1 : 0;
}
