import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import './typescript-with-jsx.mjs';
import { cruise } from 'dependency-cruiser';
import { fileCycles, folderCycles } from './cycles.mjs';
import { cruiseOptions, importRules, resolveOptions } from './import-rules.mjs';
import { lineOf } from './source-tree.mjs';

/**
 * Runs dependency-cruiser over the three packages and gathers its answer by rule.
 * @param {string} root
 * @param {string[]} parts
 * @returns {Promise<{ name: string, violations: import('./source-tree.mjs').Violation[] }[]>}
 */
export async function checkImports(root, parts) {
  const forbidden = importRules(parts).map((rule) => ({
    ...rule,
    severity: /** @type {const} */ ('error'),
  }));
  const folders = ['contract/src', 'server/src', 'web/src'].filter((folder) =>
    existsSync(join(root, folder)),
  );
  const answer = await cruise(
    folders,
    { ...cruiseOptions, baseDir: root, ruleSet: { forbidden }, validate: true },
    resolveOptions,
  );
  const { modules, summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (answer.output);
  const read = modules.filter(({ dependencies }) => dependencies.length > 0);
  if (read.length === 0) {
    throw new Error('dependency-cruiser read no import at all: is @swc/core installed for this platform?');
  }
  const byRule = [...new Set(forbidden.map(({ name }) => name))].map((name) => ({
    name,
    violations: summary.violations
      .filter((violation) => violation.rule.name === name)
      .map(({ from, to }) => ({
        file: from,
        line: importLine(root, from, specifierOf(modules, from, to)),
        message: `imports ${to}. ${commentOn(forbidden, name, from)}`,
      })),
  }));
  // What another rule names already is named once.
  const named = new Set(summary.violations.map(({ from, to }) => `${from} ${to}`));
  const imports = read
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    )
    .filter(({ from, to }) => !named.has(`${from} ${to}`));
  /** @param {import('./cycles.mjs').Circle} circle */
  const violationOf = ({ from, to, message }) => ({
    file: from,
    line: importLine(root, from, specifierOf(modules, from, to)),
    message: `imports ${to} and ${message}`,
  });
  return [
    ...byRule,
    { name: 'folders-without-circles', violations: folderCycles(imports).map(violationOf) },
    { name: 'files-without-circles', violations: fileCycles(imports).map(violationOf) },
  ];
}

/**
 * Rules of one name differ by the part they speak about.
 * @param {ReturnType<typeof importRules>} rules
 * @param {string} name
 * @param {string} file
 */
function commentOn(rules, name, file) {
  return rules.find((rule) => rule.name === name && new RegExp(rule.from.path ?? '').test(file))?.comment;
}

/**
 * @param {import('dependency-cruiser').IModule[]} modules
 * @param {string} from
 * @param {string} to
 */
function specifierOf(modules, from, to) {
  const dependencies = modules.find(({ source }) => source === from)?.dependencies ?? [];
  return dependencies.find(({ resolved }) => resolved === to)?.module ?? to;
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} specifier
 */
function importLine(root, file, specifier) {
  const source = readFileSync(join(root, file), 'utf8');
  const offsets = [`'${specifier}'`, `"${specifier}"`].map((quoted) => source.indexOf(quoted));
  return lineOf(source, Math.max(0, ...offsets));
}
