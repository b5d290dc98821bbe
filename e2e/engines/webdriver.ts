import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findWebKitGtk } from '../../tools/engines.mjs';
import { freePort } from '../../tools/services.mjs';

const startLimit_ms = 60_000;
/** A driver that answers nothing fails its journey, not the whole run. */
const callLimit_ms = 80_000;
/** How WebDriver names elements in what is sent. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** The browser's own bars, which would keep its window wider than a phone. */
const withoutBars = 'window * { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; }';

export type ElementReference = Readonly<Record<string, string>>;

export class WebDriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** WebKitGTK's browser on a screen of its own, by the few commands of W3C WebDriver that journeys need. */
export class WebKitGtk {
  readonly #origin: string;
  readonly #processes: readonly ChildProcess[];
  readonly #home: string;
  #session = '';

  private constructor(origin: string, home: string, processes: readonly ChildProcess[]) {
    this.#origin = origin;
    this.#home = home;
    this.#processes = processes;
    // Whoever is ended in the middle leaves nothing running either.
    process.once('exit', () => this.#stop());
  }

  static async start(): Promise<WebKitGtk> {
    const programs = findWebKitGtk();
    if (!programs) throw new Error('There is no WebKitGTK here');
    const home = await mkdtemp(join(tmpdir(), 'dazi-webkit-'));
    await mkdir(join(home, 'gtk-3.0'));
    await writeFile(join(home, 'gtk-3.0', 'gtk.css'), withoutBars);
    // Nothing moves by itself, as in Chromium's journeys.
    await writeFile(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    const screen = ['-terminate', '-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
    const display = spawn(programs.display, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const [number] = await once(display.stdio[3]!, 'data');
    const port = await freePort();
    const driver = spawn(programs.driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${String(number).trim()}`,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        LANG: 'en_US.UTF-8',
        LANGUAGE: 'en_US',
        NO_AT_BRIDGE: '1',
      },
    });
    const browser = new WebKitGtk(`http://127.0.0.1:${port}`, home, [driver, display]);
    try {
      await browser.#begin(programs.browser);
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  async #begin(binary: string): Promise<void> {
    const options = { binary, args: ['--automation'] };
    const capabilities = {
      alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
    };
    const until = Date.now() + startLimit_ms;
    while (!(await fetch(`${this.#origin}/status`).catch(() => null))) {
      if (Date.now() > until) throw new Error('WebKitWebDriver does not answer');
      await delay(50);
    }
    const { sessionId } = await this.#call<{ sessionId: string }>('POST', '/session', { capabilities });
    this.#session = `/session/${sessionId}`;
  }

  async close(): Promise<void> {
    if (this.#session) await this.#call('DELETE', this.#session).catch(() => {});
    const running = this.#processes.filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
    const ended = Promise.all(running.map((each) => once(each, 'exit')));
    this.#stop();
    await ended;
    // What it had begun to write may come after its end.
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #stop(): void {
    for (const each of this.#processes) each.kill();
  }

  go(url: string): Promise<void> {
    return this.#call('POST', `${this.#session}/url`, { url });
  }

  address(): Promise<string> {
    return this.#call('GET', `${this.#session}/url`);
  }

  /** `script` is the body of a function; a promise that it returns is waited for. */
  run<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.#call('POST', `${this.#session}/execute/sync`, { script, args });
  }

  /** So large is what a page sees. */
  async resize(width: number, height: number): Promise<void> {
    const set = (whole: number) =>
      this.#call('POST', `${this.#session}/window/rect`, { x: 0, y: 0, width, height: whole });
    await set(height);
    const bars = height - (await this.run<number>('return innerHeight'));
    await set(height + bars);
  }

  click(element: ElementReference): Promise<void> {
    return this.#call('POST', `${this.#session}/element/${element[elementKey]}/click`, {});
  }

  /** Types, or chooses a file by its path. */
  type(element: ElementReference, text: string): Promise<void> {
    return this.#call('POST', `${this.#session}/element/${element[elementKey]}/value`, { text });
  }

  async cookies(): Promise<{ name: string; value: string }[]> {
    return this.#call('GET', `${this.#session}/cookie`);
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#call<string>('GET', `${this.#session}/screenshot`), 'base64');
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const signal = AbortSignal.timeout(callLimit_ms);
    const init = body === undefined ? { signal } : { signal, body: JSON.stringify(body) };
    const answer = await fetch(this.#origin + path, { method, ...init });
    const { value } = (await answer.json()) as { value: T & { error: string; message: string } };
    if (!answer.ok) throw new WebDriverError(value.error, value.message);
    return value;
  }
}
