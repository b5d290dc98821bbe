/** Files of one process share the page's storage: each begins as on a device that nobody has used. */
const page = globalThis as Partial<Record<'localStorage' | 'sessionStorage', { clear(): void }>>;
page.localStorage?.clear();
page.sessionStorage?.clear();
