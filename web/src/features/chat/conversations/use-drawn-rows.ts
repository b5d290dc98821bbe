import { useCallback, useRef, useState } from 'react';
import { rowElements } from './row-elements.ts';

export interface Row {
  key: string;
}

/** What is drawn: from one row to another; null is the beginning and the end of what is loaded. */
interface DrawnRange {
  first: string | null;
  last: string | null;
}

const whole: DrawnRange = { first: null, last: null };
/** More rows than these are not drawn at once. */
const drawnMost = 160;
/** Drawn and fetched this far beyond what is seen. */
const reach_px = 1200;
const step = 40;

/** Which rows of a long list are drawn. The others keep their place by the height they had. */
export function useDrawnRows<Of extends Row>(rows: readonly Of[]) {
  const [range, setRange] = useState(whole);
  const heights = useRef(new Map<string, number>());

  const indexOf = (key: string | null, otherwise: number) => {
    const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
    return index < 0 ? otherwise : index;
  };
  const first = indexOf(range.first, 0);
  const last = Math.max(first, indexOf(range.last, rows.length - 1));
  const drawn = rows.slice(first, last + 1);

  const heightOf = (list: readonly Of[]) =>
    list.reduce((sum, { key }) => sum + (heights.current.get(key) ?? 0), 0);
  const spaceAbove = () => heightOf(rows.slice(0, first));
  const spaceBelow = () => heightOf(rows.slice(last + 1));

  const draw = (start: number, end: number) =>
    setRange({
      first: start === 0 ? null : rows[start]!.key,
      last: end >= rows.length - 1 ? null : rows[end]!.key,
    });
  const drawEnd = useCallback(() => setRange((now) => (now.last === null ? now : whole)), []);

  /** Whether little is drawn above and below what is seen. */
  const isNear = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => ({
    start: scrollTop - spaceAbove() < reach_px,
    end: scrollHeight - scrollTop - clientHeight - spaceBelow() < reach_px,
  });

  return {
    drawn,
    spaceAbove,
    spaceBelow,
    isEndDrawn: range.last === null,
    drawEnd,
    measure(content: HTMLElement | null) {
      for (const row of content ? rowElements(content) : []) {
        heights.current.set(row.dataset.row!, row.getBoundingClientRect().height);
      }
    },
    drawAround(key: string) {
      const index = rows.findIndex((row) => row.key === key);
      if (index < 0) return;
      setRange({
        first: rows[Math.max(0, index - step)]?.key ?? null,
        last: index + step >= rows.length ? null : rows[index + step]!.key,
      });
    },
    /** Whoever comes close to what is not drawn finds it there. */
    drawOn(scroller: HTMLElement) {
      const near = isNear(scroller);
      if (near.start && first > 0) {
        const start = Math.max(0, first - step);
        draw(start, Math.min(last, start + drawnMost - 1));
      }
      if (near.end && last < rows.length - 1) {
        const end = Math.min(rows.length - 1, last + step);
        draw(Math.max(first, end - drawnMost + 1), end);
      }
    },
    /** Close to the beginning, and to the end, of all rows there are. */
    nearEnds(scroller: HTMLElement) {
      const near = isNear(scroller);
      return { start: near.start && first === 0, end: near.end && last >= rows.length - 1 };
    },
    /** What came in since is drawn with the rest; beyond the limit the far end is left out. */
    leaveOutFar(isAtEnd: boolean, heldKey: () => string | undefined) {
      if (drawn.length <= drawnMost + step) return;
      if (isAtEnd) return draw(rows.length - drawnMost, rows.length - 1);
      const held = heldKey();
      const start = Math.max(0, rows.findIndex(({ key }) => key === held) - drawnMost / 2);
      draw(start, Math.min(rows.length - 1, start + drawnMost));
    },
  };
}
