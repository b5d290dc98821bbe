import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { withYoungFunctions } from './young-functions.mjs';

const code = `class Query {
  constructor(resolve) {
    this.resolve = (rows) => (this.cancel = function () { return rows; }, resolve(rows + 1));
    this.ended = async (x) => (this.resolve = x => x);
  }
}
const heard = [];
const query = new Query((rows) => heard.push(rows));
query.resolve(7);
const isYoung = [query.resolve, query.cancel, query.ended].map((each) => %InYoungGeneration(each));
console.log(JSON.stringify({ heard, kept: query.cancel(), name: query.resolve.name, isYoung }));`;

/** @param {string} code */
function run(code) {
  return JSON.parse(
    execFileSync(process.execPath, ['--allow-natives-syntax', '-e', code], { encoding: 'utf8' }),
  );
}

const natives = /%InYoungGeneration/g;

it('writes functions so that V8 does not put them among what lives long, and they do the same', () => {
  const changed = withYoungFunctions(code.replace(natives, 'InYoungGeneration')).toString();

  expect(run(code)).toEqual({ heard: [8], kept: 7, name: '', isYoung: [false, false, false] });
  expect(run(changed.replace(/\bInYoungGeneration/g, '%InYoungGeneration'))).toEqual({
    heard: [8],
    kept: 7,
    name: '',
    isYoung: [true, true, true],
  });
});

it('leaves the rest as it is', () => {
  const code =
    'const run = () => 1; run.of = run; let other = run.of; other ??= function () {}; run.it = (other);';

  expect(withYoungFunctions(code).hasChanged()).toBe(false);
});
