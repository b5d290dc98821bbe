/** Files of one process share the page: each begins as on a device that nobody has used, and where nobody has been yet. */
const page = globalThis as Partial<
  Record<'localStorage' | 'sessionStorage', { clear(): void }> & {
    history: { replaceState(state: unknown, title: string, url: string): void };
  }
>;
page.localStorage?.clear();
page.sessionStorage?.clear();
page.history?.replaceState(null, '', '/');
