import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readParts } from './architecture/areas.mjs';
import { inRepository, repositoryRoot } from './repository.mjs';
import { idsNamedIn, problemsOf, readSources } from './requirements.mjs';

test('every requirement that the repository names stands in docs/requirements.tsv, and no other', () => {
  const sources = readSources(repositoryRoot);
  // The examples below are made up.
  sources.delete('tools/requirements.test.mjs');
  sources.delete('tools/requirements.mjs');
  const list = readFileSync(inRepository('docs', 'requirements.tsv'), 'utf8');
  expect(sources.size).toBeGreaterThan(1000);
  expect(problemsOf({ list, sources, areas: readParts(repositoryRoot) })).toEqual([]);
});

test.each([
  ['(MAP-001)', ['MAP-001']],
  ['MAP-001 MAP-003, and 4 more', ['MAP-001', 'MAP-003']],
  ['GOV-001, 003, 010: twelve', ['GOV-001', 'GOV-003', 'GOV-010']],
  ['QUIZ-006 to 008', ['QUIZ-006', 'QUIZ-007', 'QUIZ-008']],
  ['QUIZ-006 to QUIZ-008, 011', ['QUIZ-006', 'QUIZ-007', 'QUIZ-008', 'QUIZ-011']],
  ['GOV-016..018, 021', ['GOV-016', 'GOV-017', 'GOV-018', 'GOV-021']],
  ['CONV-018 to VOTE-015', ['CONV-018', 'VOTE-015']],
  ['SHA-256, MAP-12, AMAP-0123, map-001', []],
])('%s names %j', (text, ids) => {
  expect([...idsNamedIn(text)]).toEqual(ids);
});

const areas = ['posts/posts', 'wallet'];
const list = 'id\tarea\twhat must hold\nMAP-001\tposts/posts\tOne.\nMAP-002\twallet\tTwo.\n';
const sources = new Map([['web/src/a.test.ts', "test('MAP-001, 002 hold')"]]);

test.each([
  ['nothing', {}, []],
  [
    'an id without a row',
    { sources: new Map([...sources, ['e2e/b.spec.ts', '// WAL-009']]) },
    ['e2e/b.spec.ts names WAL-009: say in the list what must hold.'],
  ],
  [
    'a row that nobody names',
    { list: `${list}WAL-001\twallet\tThree.\n` },
    ['WAL-001 is named by no test and no comment: take its row out.'],
  ],
  [
    'an id twice',
    { list: `${list}MAP-002\twallet\tTwo.\n` },
    ['MAP-002 stands behind MAP-002: sort, once each.'],
  ],
  [
    'an area that is none',
    { list: list.replace('\twallet', '\tpurse') },
    ['MAP-002: there is no area "purse".'],
  ],
  ['a row without a text', { list: list.replace('Two.', '') }, ['MAP-002: a row is id, area and a text.']],
  [
    'a list without names of columns',
    { list: list.replace('area', '') },
    ['The first line names the columns.'],
  ],
])('finds %s', (_what, changed, problems) => {
  expect(problemsOf({ list, sources, areas, ...changed })).toEqual(problems);
});
