/**
 * @typedef {{ name: string, message: string, pages?: string[] }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[], notices: string[] }} Outcome
 * `failed` counts what failed, `failures` says which, and what its pages showed then; `notices` say why something
 * was not tried, and the command that changes it.
 */

/**
 * @param {number} count
 * @returns {Outcome}
 */
export function allPassed(count) {
  return { passed: count, failed: 0, skipped: 0, failures: [], notices: [] };
}

/**
 * @param {string} name
 * @param {string} message
 * @returns {Outcome}
 */
export function oneFailed(name, message) {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, message }], notices: [] };
}

/**
 * What is absent may be skipped at home but never in continuous integration.
 * @param {string} name
 * @param {string} reason a sentence with the command that mends it
 * @returns {Outcome}
 */
export function notTried(name, reason) {
  if (isContinuousIntegration()) return oneFailed(name, reason);
  return { passed: 0, failed: 0, skipped: 1, failures: [], notices: [`${name}: ${reason}`] };
}

/**
 * @param {Outcome[]} outcomes
 * @returns {Outcome}
 */
export function together(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    notices: outcomes.flatMap(({ notices }) => notices),
  };
}

function isContinuousIntegration() {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

/** @param {Outcome} outcome */
export function countsOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
