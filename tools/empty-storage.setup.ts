/** Files of one process share the page's storage: each begins as on a device that nobody has used. */
if ('window' in globalThis) {
  localStorage.clear();
  sessionStorage.clear();
}
