import type { RefObject } from 'react';
import { bottomOf, rowElement, rowElements, saidIn, saidUnder, topOf } from './row-elements.ts';

/** What is held to where it stands: the lower edge, since what changes above the reader grows upwards. */
interface Held {
  key: string;
  /** A row of several pictures takes its key from the first of them, which may come later. */
  sequence: string | null;
  bottom: number;
  /** In the list. */
  offset: number;
}

/** Whether the list goes as far as it can. */
export interface ListEnd {
  /** Its last row is the newest there is. */
  isWhole: boolean;
  /** Its last row is drawn. */
  isDrawn: boolean;
}

/** So close to the end counts as there. */
const bottom_px = 48;
/** Between the upper edge and the row that is begun at. */
const aboveFirst_px = 8;

/** At a row, which is held to its place whatever changes above it, or at the end, which is followed. */
export class ScrollPosition {
  readonly #scroller: RefObject<HTMLElement | null>;
  readonly #content: RefObject<HTMLElement | null>;
  #isPlaced = false;
  /** What stands at the upper edge; null sticks to the end. */
  #held: Held | null = null;
  /** Where it was put to hold a place: arriving there is no scrolling of anybody. */
  #putAt: number | null = null;
  #windowHeight = 0;
  /** Where the end was when it was last gone to, and how high everything was. */
  #end = { top: 0, height: 0 };

  constructor(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
    this.#scroller = scroller;
    this.#content = content;
  }

  /** False until there was something to stand at. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }

  get isAtEnd(): boolean {
    return this.#held === null;
  }

  /** The row that is held, if it is drawn. */
  get heldKey(): string | undefined {
    return this.#heldPart()?.closest<HTMLElement>('[data-row]')?.dataset.row;
  }

  /** At a row, if that is above what fits below it; else at the end. */
  begin(key: string | null, end: ListEnd): void {
    const scroller = this.#scroller.current!;
    this.#isPlaced = true;
    scroller.scrollTop = scroller.scrollHeight;
    const row = key === null ? null : this.#row(key);
    const above = row ? topOf(row) - topOf(scroller) : 0;
    if (above < 0) scroller.scrollTop += above - aboveFirst_px;
    this.#hold(end);
  }

  /** False where that row is not drawn. */
  bringToMiddle(key: string, end: ListEnd): boolean {
    const scroller = this.#scroller.current;
    const row = this.#row(key);
    if (!scroller || !row) return false;
    const box = row.getBoundingClientRect();
    const middle = topOf(scroller) + scroller.clientHeight / 2;
    scroller.scrollTop += box.top + Math.min(box.height, scroller.clientHeight) / 2 - middle;
    this.#hold(end);
    return true;
  }

  toEnd(): void {
    this.#held = null;
    const scroller = this.#scroller.current;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }

  /** Puts what was held back to where it stood. */
  keep(end: ListEnd): void {
    const scroller = this.#scroller.current;
    if (!scroller || !this.#isPlaced) return;
    this.#windowHeight = scroller.clientHeight;
    if (this.#held === null) {
      if (!end.isDrawn) return;
      scroller.scrollTop = scroller.scrollHeight;
      this.#end = { top: scroller.scrollTop, height: scroller.scrollHeight };
      return;
    }
    const part = this.#heldPart();
    if (!part) return;
    const moved = bottomOf(part) - topOf(scroller) - this.#held.bottom;
    if (moved !== 0) {
      scroller.scrollTop += moved;
      this.#putAt = scroller.scrollTop;
    }
    this.#held.offset = this.#offsetOf(part);
  }

  /** Tells apart what somebody scrolled from what only came to lie elsewhere, and holds what stands there now. */
  scrolled(end: ListEnd): void {
    const scroller = this.#scroller.current!;
    // The window changed in the same moment: that is no scrolling away from the end.
    const isOtherWindow = scroller.clientHeight !== this.#windowHeight;
    // Nor is it when something above came to be higher since the end was gone to: that is told of after this.
    const hasGrown = scroller.scrollHeight > this.#end.height && scroller.scrollTop >= this.#end.top;
    if (this.#held === null && (isOtherWindow || hasGrown)) this.keep(end);
    const isPut = this.#held !== null && scroller.scrollTop === this.#putAt;
    this.#putAt = null;
    // The line that was held stays the one to hold, also when others came into sight above it.
    if (isPut && !this.#isNearEnd(end)) this.keep(end);
    else {
      this.#followGrowth();
      this.#hold(end);
    }
  }

  #hold(end: ListEnd): void {
    const scroller = this.#scroller.current;
    const content = this.#content.current;
    if (!scroller || !content) return;
    if (this.#isNearEnd(end)) {
      this.#held = null;
      return;
    }
    const edge = topOf(scroller);
    const isSeen = (row: HTMLElement) => bottomOf(saidIn(row)) > edge;
    const all = rowElements(content);
    const row = all.find((one) => one.dataset.keeps !== undefined && isSeen(one)) ?? all.find(isSeen);
    if (!row) return;
    const part = saidIn(row);
    this.#held = {
      key: row.dataset.row!,
      sequence: part.dataset.sequence ?? null,
      bottom: bottomOf(part) - edge,
      offset: this.#offsetOf(part),
    };
  }

  /** What grew above since the place was held is no scrolling, also when it is only seen while somebody scrolls. */
  #followGrowth(): void {
    const part = this.#heldPart();
    if (!part) return;
    const grown = this.#offsetOf(part) - this.#held!.offset;
    if (grown !== 0) this.#scroller.current!.scrollTop += grown;
  }

  #isNearEnd({ isWhole }: ListEnd): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller.current!;
    return isWhole && scrollHeight - scrollTop - clientHeight < bottom_px;
  }

  #row(key: string): HTMLElement | null {
    return this.#content.current && rowElement(this.#content.current, key);
  }

  #heldPart(): HTMLElement | null {
    const content = this.#content.current;
    if (!this.#held || !content) return null;
    const { key, sequence } = this.#held;
    const row = rowElement(content, key);
    return (sequence && saidUnder(content, sequence)) || (row && saidIn(row));
  }

  #offsetOf(part: Element): number {
    return bottomOf(part) - topOf(this.#content.current!);
  }
}
