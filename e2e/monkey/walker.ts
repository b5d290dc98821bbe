import type { BrowserContext, Page, Response } from '@playwright/test';
import { Guard } from '../guard.ts';
import type { Problem } from './finds.ts';

/** How long after the network came back something may still fail that was asked for without it. */
const settling_ms = 20_000;
const told = 12;

/** Past the landing, where it is shown. */
export async function enter(page: Page): Promise<void> {
  const button = page.locator('.welcome-enter');
  await page.locator('.welcome-enter, .shell-header').first().waitFor();
  if (await button.isVisible()) await button.click();
}

/** Somebody in a browser of their own who does what chance says. */
export class Walker {
  readonly name: string;
  readonly page: Page;
  readonly origin: string;
  isOffline = false;
  #unsettledUntil_ms = 0;
  #problems: Problem[] = [];
  readonly #guard: Guard;
  readonly #steps: string[] = [];
  readonly #pressed = new Map<string, number>();

  private constructor(name: string, page: Page, origin: string, guard: Guard) {
    this.name = name;
    this.page = page;
    this.origin = origin;
    this.#guard = guard;
  }

  static async start(name: string, context: BrowserContext, origin: string): Promise<Walker> {
    const guard = new Guard(origin);
    await guard.watch(context);
    const page = await context.newPage();
    const walker = new Walker(name, page, origin, guard);
    page.on('response', (answer) => walker.#hear(answer));
    // Whoever is asked says yes, and leaves what opens beside the page.
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
    page.on('filechooser', (chooser) => chooser.setFiles('web/public/icon-512.png').catch(() => {}));
    context.on('page', (other) => other.close().catch(() => {}));
    await context.addInitScript(() => {
      if (location.protocol === 'http:') sessionStorage.setItem('dazi.demoHelpDismissed', '1');
    });
    await page.goto('/');
    await enter(page);
    return walker;
  }

  /** What it did last, the oldest first. */
  get trail(): readonly string[] {
    return this.#steps.slice(-told);
  }

  get stepCount(): number {
    return this.#steps.length;
  }

  /** There is no network, or was none a moment ago. */
  get isUnsettled(): boolean {
    return this.isOffline || Date.now() < this.#unsettledUntil_ms;
  }

  did(step: string): void {
    this.#steps.push(step);
  }

  pressedAlready(likeness: string): number {
    return this.#pressed.get(likeness) ?? 0;
  }

  pressed(likeness: string): void {
    this.#pressed.set(likeness, this.pressedAlready(likeness) + 1);
  }

  async turnNetwork(): Promise<void> {
    this.isOffline = !this.isOffline;
    this.#unsettledUntil_ms = Date.now() + settling_ms;
    await this.page.context().setOffline(this.isOffline);
  }

  /** What the page, its console and the server's answers have told since this was asked last. */
  heard(): Problem[] {
    const said = this.#guard.problems.splice(0).map((what) => ({ kind: 'console' as const, what }));
    return [...said, ...this.#problems.splice(0)];
  }

  async #hear(answer: Response): Promise<void> {
    if (answer.status() < 400 || !answer.url().startsWith(this.origin)) return;
    const request = answer.request();
    const path = answer.url().slice(this.origin.length);
    const body = await answer.text().catch(() => '');
    const sent = request.postData()?.slice(0, 300) ?? '';
    const what = `${answer.status()} ${request.method()} ${path} ${body.slice(0, 200)} to ${sent}`;
    this.#problems.push({ kind: 'answer', what });
  }
}
