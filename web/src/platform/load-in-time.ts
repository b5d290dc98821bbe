export const partLoadLimit_ms = 120_000;

/** The code of a part of the page did not come. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
}

/** Loads a module by an `import()` of its own. */
type Load<Name extends string, Part> = () => Promise<Record<Name, Part>>;

/**
 * Once more after a moment: WebKit and Firefox break off what a page still loads as soon as it is being left, and until it is
 * gone that would be shown as a failure.
 */
const pause_ms = 300;

/** Loads the code of a part, which its module calls `name`; gives up after two minutes. */
export function loadInTime<Name extends string, Part>(name: Name, load: Load<Name, Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => {
      clearTimeout(timer);
      reject(new PartNotLoaded('Not loaded', { cause }));
    };
    const timer = setTimeout(fail, partLoadLimit_ms);
    loadAnew(load)
      .catch(() => new Promise((later) => setTimeout(later, pause_ms)).then(() => loadAnew(load)))
      .then((module) => {
        if (!(name in module)) return fail(name);
        clearTimeout(timer);
        resolve(module[name]);
      }, fail);
  });
}

/** How often each was tried in vain. */
const failures = new WeakMap<() => unknown, number>();

/**
 * Some browsers take it for final, as long as the page lives, that a module did not come: under another address they
 * ask for it again. What went wrong names the address.
 */
async function loadAnew<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const before = failures.get(load) ?? 0;
    failures.set(load, before + 1);
    const [address] = /https?:\S+\.js\b/.exec(String(cause)) ?? [];
    if (before === 0 || !address) throw cause;
    return import(/* @vite-ignore */ `${address}?attempt=${before}`);
  }
}
