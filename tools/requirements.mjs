import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** Where tests and comments name requirements. */
const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'tools', 'docs'];
const sources = new Set(['.ts', '.tsx', '.mjs', '.md', '.css', '.html']);
const skipped = new Set(['node_modules', 'dist']);

/** Words that look like an id and are none. */
const otherWords = new Set(['SHA']);

/** What belongs to no area: the shell of the page, failures and limits of every call. */
const besideAreas = 'platform';

/** An id, and what often follows it in a title: `GOV-027, 036`, `QUIZ-006 to 009`, `GOV-016..018`. */
const naming = /\b([A-Z]{2,10})-(\d{3})\b((?:(?:, | to |\.\.)(?:\1-)?\d{3}\b)*)/g;

/**
 * Every id that a text names, also those it names by number alone and those inside a range.
 * @param {string} text
 */
export function idsNamedIn(text) {
  const ids = new Set();
  for (const [, family = '', first = '', others = ''] of text.matchAll(naming)) {
    if (otherWords.has(family)) continue;
    let last = Number(first);
    ids.add(idOf(family, last));
    for (const [, joint, number] of others.matchAll(/(, | to |\.\.)\D*(\d{3})/g)) {
      const next = Number(number);
      for (let each = joint === ', ' ? next : last + 1; each <= next; each++) ids.add(idOf(family, each));
      last = next;
    }
  }
  return ids;
}

const idOf = (/** @type {string} */ family, /** @type {number} */ number) =>
  `${family}-${String(number).padStart(3, '0')}`;

/**
 * The sources of the repository by their path.
 * @param {string} root
 * @returns {Map<string, string>}
 */
export function readSources(root) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || skipped.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (sources.has(extname(entry.name))) {
        texts.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
      }
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return texts;
}

/**
 * What is wrong with the list of requirements: each line says what to do.
 * @param {{ list: string, sources: Map<string, string>, areas: readonly string[] }} repository
 */
export function problemsOf({ list, sources, areas }) {
  const [head, ...lines] = list.replace(/\n$/, '').split('\n');
  const problems = head === 'id\tarea\twhat must hold' ? [] : ['The first line names the columns.'];
  const rows = lines.map((line) => line.split('\t'));
  const ids = rows.map(([id = '']) => id);
  const listed = new Set(ids);
  /** @type {Map<string, string>} */
  const named = new Map();
  for (const [path, text] of sources) {
    for (const id of idsNamedIn(text)) if (!named.has(id)) named.set(id, path);
  }
  for (const [id, path] of named) {
    if (!listed.has(id)) problems.push(`${path} names ${id}: say in the list what must hold.`);
  }
  for (const [place, row] of rows.entries()) {
    const [id = '', area = '', text = ''] = row;
    if (row.length !== 3 || text.trim() === '') problems.push(`${id}: a row is id, area and a text.`);
    if (!named.has(id)) problems.push(`${id} is named by no test and no comment: take its row out.`);
    if (!areas.includes(area) && area !== besideAreas) problems.push(`${id}: there is no area "${area}".`);
    const before = ids[place - 1];
    if (before !== undefined && before >= id)
      problems.push(`${id} stands behind ${before}: sort, once each.`);
  }
  return problems;
}
