import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { rewritten } from './written-for-v8.mjs';

/** What V8 is asked about itself; the parser takes no such names, so they stand without their sign there. */
const natives = /%(InYoungGeneration|HaveSameMap)/g;

/**
 * What a program prints as it is and as it is rewritten.
 * @param {string} code
 */
function bothWays(code) {
  const changed = rewritten(code.replace(natives, '$1'))
    .toString()
    .replace(/\b(InYoungGeneration|HaveSameMap)/g, '%$1');
  return [code, changed].map((each) =>
    JSON.parse(execFileSync(process.execPath, ['--allow-natives-syntax', '-e', each], { encoding: 'utf8' })),
  );
}

it('writes functions so that V8 does not put them among what lives long, and they do the same', () => {
  const [asItIs, changed] = bothWays(`
    class Query {
      constructor(resolve) {
        this.resolve = (rows) => (this.cancel = function () { return rows; }, resolve(rows + 1));
        this.ended = async (x) => (this.resolve = x => x);
      }
    }
    const heard = [];
    const query = new Query((rows) => heard.push(rows));
    query.resolve(7);
    const isYoung = [query.resolve, query.cancel, query.ended].map((each) => %InYoungGeneration(each));
    console.log(JSON.stringify({ heard, kept: query.cancel(), name: query.resolve.name, isYoung }));`);

  expect(asItIs).toEqual({ heard: [8], kept: 7, name: '', isYoung: [false, false, false] });
  expect(changed).toEqual({ heard: [8], kept: 7, name: '', isYoung: [true, true, true] });
});

it('writes objects so that those of one place share a shape, and they are the same', () => {
  const [asItIs, changed] = bothWays(`
    const row = (id) => ({ id, name: 'Mika', place: id + 1 });
    const nothing = null;
    // V8 has to have seen it a few times.
    const made = Array.from({ length: 1000 }, (_, id) => ({ ...row(id), name: 'Rin', seats: 4, ...(nothing && { never: 1 }), ...{ last: id } })).slice(-2);
    const odd = { ...JSON.parse('{"__proto__":{"isAdministrator":true}}'), ...{ get at() { return 7; } }, name: 'Rin' };
    console.log(JSON.stringify({ made, keys: made.map((each) => Object.keys(each)), isSame: %HaveSameMap(made[0], made[1]),
      odd: [Object.keys(odd), odd.isAdministrator === undefined, Object.getPrototypeOf(odd) === Object.prototype] }));`);

  const { isSame, ...rest } = changed;
  expect(isSame).toBe(true);
  expect(rest.made).toEqual([
    { id: 998, name: 'Rin', place: 999, seats: 4, last: 998 },
    { id: 999, name: 'Rin', place: 1000, seats: 4, last: 999 },
  ]);
  expect({ ...asItIs, isSame: true }).toEqual(changed);
});

it('leaves the rest as it is', () => {
  const code = `const run = () => 1; run.of = run; let other = run.of; other ??= function () {}; run.it = (other);
    const copy = { ...run }, more = { run, ...other }; const [first, ...further] = [run, other];`;

  expect(rewritten(code).hasChanged()).toBe(false);
});
