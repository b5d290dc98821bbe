import { attacks, Watcher } from '../server/src/testing/test-attacks.ts';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { startProduct } from './product.ts';

/**
 * How long everybody else waits for an answer while one account sends the worst it can: `/api/health` is asked every
 * 30 ms meanwhile. On an idle machine nobody waits longer than 250 ms.
 *
 *   node --import tsx bench/others-wait.ts [part of an attack's name]
 */
const limit_ms = 250;
const wanted = process.argv[2] ?? '';
const print = (line: string) => process.stdout.write(`${line}\n`);

const product = await startProduct({ RATE_LIMIT_FACTOR: '1' });
const watcher = new Watcher(product.origin);
let longest_ms = 0;
try {
  await watcher.during(() => new Promise((resolve) => setTimeout(resolve, 2000)));
  const chosen = attacks.filter(({ name }) => name.includes(wanted));
  for (const [index, { name, send }] of chosen.entries()) {
    // Each by an account of its own: what the limits of one refuse costs nothing.
    const person = await new TestPerson(product.origin).signIn(`Ann ${index}`);
    await person.saveProfile({ displayName: 'Ann', gender: 'F', age: 30 });
    const begun = performance.now();
    const waited_ms = await watcher.during(() => send(person));
    longest_ms = Math.max(longest_ms, waited_ms);
    const taken_ms = Math.round(performance.now() - begun);
    print(`${waited_ms > limit_ms ? '!' : ' '} ${Math.round(waited_ms)} ms  ${name} (${taken_ms} ms)`);
  }
  print(`\nthe longest anybody else waited: ${Math.round(longest_ms)} ms`);
} finally {
  await watcher.stop();
  await product.stop();
}
process.exitCode = longest_ms > limit_ms ? 1 : 0;
