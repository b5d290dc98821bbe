/** Files of one process share the page: each begins as on a device that nobody has used, and where nobody has been yet. */
interface Page {
  localStorage: { clear(): void };
  sessionStorage: { clear(): void };
  history: { replaceState(state: unknown, title: string, url: string): void };
  document: { body: { replaceChildren(): void } };
}
const page = globalThis as Partial<Page>;
page.localStorage?.clear();
page.sessionStorage?.clear();
page.history?.replaceState(null, '', '/');
page.document?.body.replaceChildren();
