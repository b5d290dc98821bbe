import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStatementsScene, type StatementsScene } from './statements-scene.ts';
import { callRows, surfaces } from './surfaces.ts';

/** What a Citus cluster takes: statements as they are asked there, held against where operations/citus.sql puts each table. */
const script = readFileSync(join(import.meta.dirname, '..', '..', 'operations', 'citus.sql'), 'utf8');
const named = (made: string) =>
  new Set([...script.matchAll(new RegExp(`${made}\\('(\\w+)'`, 'g'))].map(([, name]) => name!));
const spread = named('create_distributed_table');
const everywhere = named('create_reference_table');

let scene: StatementsScene;
beforeAll(async () => {
  scene = await makeStatementsScene(script.match(/CREATE FUNCTION .*?END \$\$;/gs)!.join('\n'));
});
afterAll(() => scene.app.close());

/** The inside of a parenthesis that opens here, and where it ends. */
function inside(text: string, opens: number): [string, number] {
  let depth = 0;
  for (let at = opens; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return [text.slice(opens + 1, at), at + 1];
  }
  return [text.slice(opens + 1), text.length];
}

/** The common table expressions at the front of a statement, by name, and the rest. */
function partsOf(text: string): { expressions: Map<string, string>; rest: string } {
  const expressions = new Map<string, string>();
  let rest = text.trim();
  if (!/^with\s/i.test(rest)) return { expressions, rest };
  rest = rest.slice(4);
  for (;;) {
    const head = /^\s*,?\s*"?(\w+)"?\s+as\s+(?:materialized\s+)?\(/i.exec(rest);
    if (!head) return { expressions, rest };
    const [body, end] = inside(rest, head[0].length - 1);
    expressions.set(head[1]!, body);
    rest = rest.slice(end);
  }
}

const tablesIn = (text: string) =>
  new Set(
    [...text.matchAll(/(?:from|join|into|update|using|,)\s+"?(\w+)"?/gi)].map(([, name]) =>
      name!.toLowerCase(),
    ),
  );

/** Conversations beside what lies on the coordinator alone, in one part of a statement. */
function mixedIn(statement: string, known: ReadonlySet<string>): string[] {
  const { expressions, rest } = partsOf(statement);
  const read = new Set<string>();
  const mixed: string[] = [];
  for (const [name, part] of [...expressions, ['', rest] as const]) {
    // What is read before by an expression of its own name may be chosen by a list from elsewhere.
    if (spread.has(name)) {
      read.add(name);
      continue;
    }
    const tables = [...tablesIn(part)].filter((table) => known.has(table) && !read.has(table));
    const there = tables.filter((table) => spread.has(table));
    const here = tables.filter((table) => !spread.has(table) && !everywhere.has(table));
    if (there.length > 0 && here.length > 0) mixed.push(`${there} beside ${here}`);
    read.add(name);
  }
  return mixed;
}

/** Whether a statement looks into conversations and names none: it goes to several servers. */
const isForSeveral = (statement: string) =>
  [...tablesIn(statement)].some((table) => spread.has(table)) &&
  !/(?:conversation_id"?|\bc"?\."?id"?|conversations"?\."?id"?)\s*=\s*\$\d/i.test(statement);

/** A subquery that looks into a conversation by a column of the statement around it: where that names one, its id is a parameter. */
const byColumn = new RegExp(
  `\\(\\s*select(?:(?!\\(\\s*select|from)[^;])*?from "?(?:${[...spread].join('|')})"?[^()]*?where (?:\\w+\\.)?"?conversation_id"?\\s*=\\s*(?:c\\.id|m\\.conversation_id|"conversations"\\."id")`,
  'i',
);

/** All that stands in parentheses, and in those inside them. */
function* insidesOf(text: string): Generator<string> {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at)) {
    const [body, end] = inside(text, at);
    yield body;
    yield* insidesOf(body);
    at = end;
  }
}

/** Of a text what stands outside of all parentheses. */
function outside(text: string): string {
  let out = '';
  for (let at = 0; ; ) {
    const opens = text.indexOf('(', at);
    if (opens < 0) return out + text.slice(at);
    out += `${text.slice(at, opens)}()`;
    [, at] = inside(text, opens);
  }
}

/** Subqueries over what lies everywhere, or over a function, that hold subqueries: a statement for several servers takes none. */
function* recurringIn(statement: string): Generator<string> {
  for (const part of insidesOf(statement)) {
    if (!/^\s*select\b/i.test(part) || !/\(\s*select\b/i.test(part)) continue;
    const [, from] =
      /\bfrom\s+(.*?)(?:\bwhere\b|\border by\b|\bgroup by\b|\blimit\b|$)/is.exec(outside(part)) ?? [];
    if (from === undefined || /^\s*(?:lateral\s*)?\(\)/i.test(from)) continue;
    if (![...tablesIn(`from ${from}`)].some((table) => spread.has(table))) yield part;
  }
}

test('a call looks at conversations apart from what lies elsewhere, in subqueries that a cluster takes', async () => {
  const known = new Set<string>();
  for (const row of await scene.app.deps.db.execute<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'" as never,
  ))
    known.add(row.name);
  const wrong: string[] = [];
  const look = (name: string, statements: readonly string[]) => {
    for (const statement of new Set(statements)) {
      for (const what of mixedIn(statement, known)) wrong.push(`${name}: ${what}: ${statement.slice(0, 90)}`);
      const { expressions, rest } = partsOf(statement);
      if (expressions.has('conversations')) continue;
      if (!isForSeveral(rest)) {
        if (byColumn.test(rest)) wrong.push(`${name}: by a column: ${statement.slice(0, 90)}`);
        continue;
      }
      for (const part of recurringIn(rest))
        wrong.push(`${name}: a subquery in one over what lies everywhere: ${part.slice(0, 90)}`);
    }
  };
  for (const { endpoint, statements } of callRows) {
    if (typeof statements === 'string') continue;
    const before = scene.statements.length;
    const prepared = await statements.prepare(scene);
    for (const each of Array.isArray(prepared) ? prepared : [prepared]) {
      const { as, instead, after, ...input } = each;
      if (instead) await instead();
      else await scene.countOf(as!, endpoint, input);
      await after?.();
    }
    look(endpoint.name, scene.statements.slice(before));
  }
  // Lists of conversations take as many statements for 50 as for 1 there too.
  const lists = surfaces.filter(({ of }) => of === 'chat/conversation-views');
  for (const { of, holds } of lists.flatMap(({ sizes = [] }) => sizes)) {
    const before = scene.statements.length;
    await holds(scene);
    look(of, scene.statements.slice(before));
  }
  expect([...new Set(wrong)].join('\n')).toBe('');
}, 300_000);
