import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface Row {
  key: string;
}

/** What is drawn: from one row to another; null is the beginning and the end of what is loaded. */
interface DrawnRange {
  first: string | null;
  last: string | null;
}

interface MessageScrollerProps<Of extends Row> {
  rows: readonly Of[];
  children(row: Of): ReactNode;
  /** False for what goes up with the messages that come in above it: a day, a divider. */
  keepsPlace(row: Of): boolean;
  label: string;
  /** Where it stands when it opens, if that is above what fits below it; else at the newest. */
  beginAt: string | null;
  /** A row to be brought to the middle; another object is another wish. */
  target: { key: string } | null;
  /** The last row is the newest there is: there it follows. */
  isWhole: boolean;
  /** New rows at the end are followed only there. */
  onBottom(isAtBottom: boolean): void;
  /** The last row in sight, as far as somebody came. */
  onShown(row: Of): void;
  /** Close to the beginning, and to the end, of what is loaded. */
  onOlder(): void;
  onNewer(): void;
  before?: ReactNode;
  after?: ReactNode;
  controls: RefObject<{ toBottom(): void } | null>;
}

const whole: DrawnRange = { first: null, last: null };
/** More rows than these are not drawn at once. */
const drawnMost = 160;
/** Drawn and fetched this far beyond what is seen. */
const reach_px = 1200;
/** So close to the end counts as there. */
const bottom_px = 48;
const step = 40;
/** What is held of a row: its name and its time come and go, what was said stays. */
const said = '[data-sequence]';

/** What is held to where it stands: the lower edge, since what changes above the reader grows upwards. */
interface Held {
  key: string;
  /** A row of several pictures takes its key from the first of them, which may come later. */
  sequence: string | null;
  bottom: number;
  /** In the list. */
  offset: number;
}

/**
 * A long list that never moves the line one is reading: not when older rows come in above, not when a row
 * changes its height, not when rows far away are left out. Rows that are not drawn keep their place by the
 * height they had.
 */
export function MessageScroller<Of extends Row>(props: MessageScrollerProps<Of>) {
  const { rows, children, keepsPlace, label, beginAt, target, isWhole, before, after } = props;
  const { controls, onBottom, onShown, onOlder, onNewer } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  /** What stands at the upper edge; null sticks to the end. */
  const held = useRef<Held | null>(null);
  /** Where it was put to hold a place: arriving there is no scrolling of anybody. */
  const putAt = useRef<number | null>(null);
  const height = useRef(0);
  /** Where the end was when it was last gone to, and how high everything was. */
  const end = useRef({ top: 0, height: 0 });
  const isPlaced = useRef(false);
  const wished = useRef<{ key: string } | null>(null);
  const [range, setRange] = useState(whole);

  const indexOf = (key: string | null, otherwise: number) => {
    const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
    return index < 0 ? otherwise : index;
  };
  const first = indexOf(range.first, 0);
  const last = Math.max(first, indexOf(range.last, rows.length - 1));
  const drawn = rows.slice(first, last + 1);
  const heightOf = (list: readonly Of[]) =>
    list.reduce((sum, { key }) => sum + (heights.current.get(key) ?? 0), 0);

  const elementOf = (key: string) =>
    content.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;

  const bottomOf = (part: Element) => part.getBoundingClientRect().bottom;
  const offsetOf = (part: Element) => bottomOf(part) - content.current!.getBoundingClientRect().top;

  /** The part of a row that is held. */
  const partOf = (row: HTMLElement) => row.querySelector<HTMLElement>(said) ?? row;
  const heldPart = () => {
    if (!held.current) return null;
    const { key, sequence } = held.current;
    const same = sequence && content.current?.querySelector<HTMLElement>(`[data-sequence="${sequence}"]`);
    const row = elementOf(key);
    return same || (row && partOf(row));
  };

  const isAtEnd = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current!;
    return isWhole && scrollHeight - scrollTop - clientHeight < bottom_px;
  };

  const holdPlace = () => {
    const element = scroller.current;
    if (!element || !content.current) return;
    const edge = element.getBoundingClientRect().top;
    if (isAtEnd()) {
      held.current = null;
      return;
    }
    const isSeen = (row: HTMLElement) => bottomOf(partOf(row)) > edge;
    const all = [...content.current.querySelectorAll<HTMLElement>('[data-row]')];
    const row = all.find((one) => one.dataset.keeps !== undefined && isSeen(one)) ?? all.find(isSeen);
    if (!row) return;
    const part = partOf(row);
    held.current = {
      key: row.dataset.row!,
      sequence: part.dataset.sequence ?? null,
      bottom: bottomOf(part) - edge,
      offset: offsetOf(part),
    };
  };

  const tellShown = () => {
    const element = scroller.current;
    if (!element || !content.current) return;
    const edge = element.getBoundingClientRect().bottom;
    const all = content.current.querySelectorAll<HTMLElement>('[data-row]');
    for (let index = all.length - 1; index >= 0; index--) {
      const row = all[index]!;
      if (row.getBoundingClientRect().top >= edge) continue;
      const shown = rows.find(({ key }) => key === row.dataset.row);
      if (shown) onShown(shown);
      return;
    }
  };

  /** Puts what was held back to where it stood. */
  const keepPlace = useEffectEvent(() => {
    const element = scroller.current;
    if (!element || !isPlaced.current) return;
    height.current = element.clientHeight;
    if (held.current === null) {
      const isEnd = range.last === null;
      if (isEnd) {
        element.scrollTop = element.scrollHeight;
        end.current = { top: element.scrollTop, height: element.scrollHeight };
      }
      return;
    }
    const part = heldPart();
    if (!part) return;
    const moved = bottomOf(part) - element.getBoundingClientRect().top - held.current.bottom;
    if (moved !== 0) {
      element.scrollTop += moved;
      putAt.current = element.scrollTop;
    }
    held.current.offset = offsetOf(part);
  });

  /** What grew above since the place was held is no scrolling, also when it is only seen while somebody scrolls. */
  const followGrowth = () => {
    const part = heldPart();
    if (!part) return;
    const grown = offsetOf(part) - held.current!.offset;
    if (grown !== 0) scroller.current!.scrollTop += grown;
  };

  const measure = useEffectEvent(() => {
    for (const row of content.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      heights.current.set(row.dataset.row!, row.getBoundingClientRect().height);
    }
  });

  // Every time something was drawn: the reader must not see it before it stands where it belongs.
  useLayoutEffect(() => {
    measure();
    if (!isPlaced.current && rows.length > 0) place();
    if (wished.current && bringToMiddle(wished.current.key)) wished.current = null;
    keepPlace();
  });

  const place = useEffectEvent(() => {
    const element = scroller.current!;
    isPlaced.current = true;
    element.scrollTop = element.scrollHeight;
    const row = beginAt === null ? null : elementOf(beginAt);
    const edge = element.getBoundingClientRect().top;
    if (row && row.getBoundingClientRect().top < edge) {
      element.scrollTop += row.getBoundingClientRect().top - edge - 8;
    }
    holdPlace();
    onBottom(held.current === null);
    tellShown();
  });

  const bringToMiddle = useEffectEvent((key: string) => {
    const element = scroller.current;
    const row = elementOf(key);
    if (!element || !row) return false;
    const box = row.getBoundingClientRect();
    const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
    element.scrollTop += box.top + Math.min(box.height, element.clientHeight) / 2 - middle;
    holdPlace();
    onBottom(held.current === null);
    tellShown();
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is granted once, whatever comes after
  useEffect(() => {
    if (!target) return;
    const index = rows.findIndex(({ key }) => key === target.key);
    wished.current = target;
    if (index < 0) return;
    setRange({
      first: rows[Math.max(0, index - step)]?.key ?? null,
      last: index + step >= rows.length ? null : rows[index + step]!.key,
    });
  }, [target]);

  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      measure();
      keepPlace();
    });
    observer.observe(element);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    controls.current = {
      toBottom() {
        held.current = null;
        setRange((now) => (now.last === null ? now : { first: null, last: null }));
        const element = scroller.current;
        if (element) element.scrollTop = element.scrollHeight;
        onBottom(true);
      },
    };
    return () => {
      controls.current = null;
    };
  }, [controls, onBottom]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element || !isPlaced.current) return;
    // The window changed in the same moment: that is no scrolling away from the end.
    if (held.current === null && element.clientHeight !== height.current) keepPlace();
    // Nor is it when something above came to be higher since the end was gone to: that is told of after this.
    const hasGrown = element.scrollHeight > end.current.height && element.scrollTop >= end.current.top;
    if (held.current === null && hasGrown) keepPlace();
    const isPut = held.current !== null && element.scrollTop === putAt.current;
    putAt.current = null;
    // The line that was held stays the one to hold, also when others came into sight above it.
    if (isPut && !isAtEnd()) keepPlace();
    else {
      followGrowth();
      holdPlace();
    }
    onBottom(held.current === null && range.last === null);
    tellShown();
    const { above, below } = beyondSight();
    if (above < reach_px && first > 0) drawUp();
    if (below < reach_px && last < rows.length - 1) drawDown();
    loadNear();
  };

  /** How much is drawn above and below what is seen. */
  const beyondSight = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current!;
    return {
      above: scrollTop - heightOf(rows.slice(0, first)),
      below: scrollHeight - scrollTop - clientHeight - heightOf(rows.slice(last + 1)),
    };
  };
  const loadNear = () => {
    const { above, below } = beyondSight();
    if (above < reach_px && first === 0) onOlder();
    if (below < reach_px && last >= rows.length - 1) onNewer();
  };
  // What came may be too little to scroll: it goes on by itself.
  const loadOn = useEffectEvent(() => {
    if (isPlaced.current) loadNear();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look
  useEffect(() => loadOn(), [rows]);

  const drawUp = () => {
    const start = Math.max(0, first - step);
    const end = Math.min(last, start + drawnMost - 1);
    setRange({ first: start === 0 ? null : rows[start]!.key, last: keyAt(end) });
  };
  const drawDown = () => {
    const end = Math.min(rows.length - 1, last + step);
    const start = Math.max(first, end - drawnMost + 1);
    setRange({ first: start === 0 ? null : rows[start]!.key, last: keyAt(end) });
  };
  const keyAt = (index: number) => (index >= rows.length - 1 ? null : rows[index]!.key);

  // What came in since is drawn with the rest; beyond the limit the far end is left out.
  useEffect(() => {
    if (drawn.length <= drawnMost + step) return;
    if (held.current === null) setRange({ first: rows[rows.length - drawnMost]!.key, last: null });
    else {
      const key = heldPart()?.closest<HTMLElement>('[data-row]')?.dataset.row;
      const at = rows.findIndex((row) => row.key === key);
      const start = Math.max(0, at - drawnMost / 2);
      setRange({
        first: start === 0 ? null : rows[start]!.key,
        last: keyAt(Math.min(rows.length - 1, start + drawnMost)),
      });
    }
  });

  return (
    <div
      ref={scroller}
      className="msgs"
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
    >
      <div ref={content} className="msgs-content">
        {before}
        <div style={{ height: heightOf(rows.slice(0, first)) }} aria-hidden="true" />
        {drawn.map((row) => (
          <div
            key={row.key}
            data-row={row.key}
            data-keeps={keepsPlace(row) ? '' : undefined}
            className="msg-row"
          >
            {children(row)}
          </div>
        ))}
        <div style={{ height: heightOf(rows.slice(last + 1)) }} aria-hidden="true" />
        {after}
      </div>
    </div>
  );
}
