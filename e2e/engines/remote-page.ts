import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { type ElementReference, WebDriverError, type WebKitGtk } from './webdriver.ts';

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** A busy machine takes its time. */
export const patience = { timeout: 40_000 };
/** What an element answers that is on its way in, out, or under another one; a moment later it may be different. */
const passing = [
  'element click intercepted',
  'element not interactable',
  'stale element reference',
  'no such element',
];

type Step =
  | { by: 'role'; value: string; name?: string; pattern?: string }
  | { by: 'label' | 'css' | 'text'; value: string }
  | { by: 'index'; value: number };

/** Runs in the page: what is visible of what the steps lead to. */
const find = `
  const [steps, isHiddenToo] = arguments;
  const { queryAllByRole, queryAllByLabelText } = globalThis.TestingLibraryDom ?? {};
  if (!queryAllByRole) return null;
  const found = steps.reduce((scopes, { by, value, name, pattern }) => [...new Set(scopes.flatMap((scope, index) => {
    if (by === 'index') return index === value ? [scope] : [];
    if (by === 'css') return [...scope.querySelectorAll(value)];
    if (by === 'text') return scope.innerText.includes(value) ? [scope] : [];
    if (by === 'label') return queryAllByLabelText(scope, value);
    return queryAllByRole(scope, value, { name: pattern ? new RegExp(pattern) : name });
  }))], [document.body]);
  return isHiddenToo ? found : found.filter((element) => element.checkVisibility({ visibilityProperty: true }));
`;

/** Elements of a page as people name them; asked for anew each time. */
export class Place {
  readonly #page: RemotePage;
  readonly #steps: readonly Step[];

  constructor(page: RemotePage, steps: readonly Step[]) {
    this.#page = page;
    this.#steps = steps;
  }

  role(value: string, name?: string | RegExp): Place {
    if (name instanceof RegExp) return this.#then({ by: 'role', value, pattern: name.source });
    return this.#then({ by: 'role', value, ...(name !== undefined && { name }) });
  }

  label(value: string): Place {
    return this.#then({ by: 'label', value });
  }

  css(value: string): Place {
    return this.#then({ by: 'css', value });
  }

  /** Those of them in which the text stands. */
  saying(value: string): Place {
    return this.#then({ by: 'text', value });
  }

  /** One of them, from 0. */
  at(value: number): Place {
    return this.#then({ by: 'index', value });
  }

  #then(step: Step): Place {
    return new Place(this.#page, [...this.#steps, step]);
  }

  all(isHiddenToo = false): Promise<ElementReference[]> {
    return this.#page.find(this.#steps, isHiddenToo);
  }

  async isThere(options = patience): Promise<void> {
    await expect
      .poll(async () => (await this.all()).length, { ...options, message: `${this}` })
      .toBeGreaterThan(0);
  }

  async isGone(options = patience): Promise<void> {
    await expect.poll(async () => (await this.all()).length, { ...options, message: `${this}` }).toBe(0);
  }

  /** The first of them; not before it can be reached and takes it. */
  async click(): Promise<void> {
    await this.#try(async (element) => {
      expect(await this.#page.driver.run<boolean>(`return arguments[0].matches(':disabled')`, element)).toBe(
        false,
      );
      await this.#page.driver.click(element);
    });
  }

  /** By keys, in the place of what is there. */
  async overwrite(text: string): Promise<void> {
    await this.#try((element) =>
      this.#page.driver.run('arguments[0].focus(); arguments[0].select()', element),
    );
    await this.#try((element) => this.#page.driver.type(element, text));
  }

  /** A key by its code in WebDriver, or what it writes. */
  async press(key: string): Promise<void> {
    await this.#try((element) => this.#page.driver.type(element, key));
  }

  /** Also of a field that is not seen. */
  async choose(path: string): Promise<void> {
    const [field] = await this.all(true);
    await this.#page.driver.type(field!, path);
  }

  async text(): Promise<string> {
    return this.ask('return arguments[0].innerText');
  }

  /** `script` is the body of a function of the first of them. */
  async ask<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.#try((element) => this.#page.driver.run<T>(script, element, ...args));
  }

  async #try<T>(act: (element: ElementReference) => Promise<T>): Promise<T> {
    let answer: T | undefined;
    await expect(async () => {
      const [element] = await this.all();
      expect(element, `${this}`).toBeDefined();
      try {
        answer = await act(element!);
      } catch (error) {
        // What else goes wrong goes wrong again, so that its message is the last one.
        if (!(error instanceof WebDriverError && passing.includes(error.code))) throw error;
        throw new Error(`${this}: ${error.message}`);
      }
    }).toPass({ ...patience, intervals: [100, 250, 500] });
    return answer as T;
  }

  toString(): string {
    return this.#steps
      .map(({ by, value, ...more }) => `${by} ${value} ${Object.values(more).join()}`.trim())
      .join(' > ');
  }
}

/** A page in a browser that Playwright cannot drive, by what its journeys say of a page. */
export class RemotePage {
  readonly driver: WebKitGtk;
  readonly #origin: string;
  readonly #all = new Place(this, []);

  constructor(driver: WebKitGtk, origin: string) {
    this.driver = driver;
    this.#origin = origin;
  }

  go(path: string): Promise<void> {
    return this.driver.go(this.#origin + path);
  }

  async path(): Promise<string> {
    return (await this.driver.address()).slice(this.#origin.length);
  }

  readonly role = (value: string, name?: string | RegExp): Place => this.#all.role(value, name);
  readonly label = (value: string): Place => this.#all.label(value);
  readonly css = (value: string): Place => this.#all.css(value);

  async find(steps: readonly Step[], isHiddenToo: boolean): Promise<ElementReference[]> {
    const look = async (): Promise<ElementReference[] | null> => {
      try {
        return await this.driver.run(find, steps, isHiddenToo);
      } catch (error) {
        // What was found went away before the driver had a name for it.
        if (error instanceof WebDriverError && error.code === 'stale element reference') return look();
        throw error;
      }
    };
    const found = await look();
    if (found) return found;
    // A page that was just loaded.
    await this.driver.run(`(function () { ${library} }).call(globalThis)`);
    return (await look()) ?? [];
  }
}
