/**
 * A test that gives no answers is offline. Without this it would ask the port that the page's address names, where whoever
 * runs the tests may have a real Dazi.
 */
globalThis.fetch = async () => {
  throw new TypeError('Tests of the web have no server');
};
