/** Files of one process share the page's storage: each begins as on a device that nobody has used. */
const { localStorage, sessionStorage } = globalThis as {
  localStorage?: { clear(): void };
  sessionStorage?: { clear(): void };
};
if ('window' in globalThis) {
  localStorage?.clear();
  sessionStorage?.clear();
}
