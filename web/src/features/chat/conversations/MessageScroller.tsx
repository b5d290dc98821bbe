import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lastKeyInSight } from './row-elements.ts';
import { ScrollPosition } from './scroll-position.ts';
import { type Row, useDrawnRows } from './use-drawn-rows.ts';

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

/** Never moves the line one is reading: not for older rows above, a row that changes its height, or rows far away left out. */
export function MessageScroller<Of extends Row>(props: MessageScrollerProps<Of>) {
  const { rows, children, keepsPlace, label, beginAt, target, isWhole, before, after } = props;
  const { controls, onBottom, onShown, onOlder, onNewer } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [position] = useState(() => new ScrollPosition(scroller, content));
  const list = useDrawnRows(rows);
  const { drawn, isEndDrawn, drawEnd } = list;
  const end = { isWhole, isDrawn: isEndDrawn };

  const tellShown = () => {
    if (!scroller.current || !content.current) return;
    const key = lastKeyInSight(scroller.current, content.current);
    const shown = rows.find((row) => row.key === key);
    if (shown) onShown(shown);
  };

  const tellPlace = () => {
    onBottom(position.isAtEnd);
    tellShown();
  };

  const wished = useWish(target, (key) => list.drawAround(key));
  // Every time something was drawn: the reader must not see it before it stands where it belongs.
  useLayoutEffect(() => {
    list.measure(content.current);
    if (!position.isPlaced && rows.length > 0) {
      position.begin(beginAt, end);
      tellPlace();
    }
    if (wished.current && position.bringToMiddle(wished.current.key, end)) {
      wished.current = null;
      tellPlace();
    }
    position.keep(end);
  });

  const onResize = useEffectEvent(() => {
    list.measure(content.current);
    position.keep(end);
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => onResize());
    for (const { current } of [content, scroller]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    controls.current = {
      toBottom() {
        drawEnd();
        position.toEnd();
        onBottom(true);
      },
    };
    return () => {
      controls.current = null;
    };
  }, [controls, position, drawEnd, onBottom]);

  const loadNear = (element: HTMLElement) => {
    const near = list.nearEnds(element);
    if (near.start) onOlder();
    if (near.end) onNewer();
  };
  // What came may be too little to scroll: it goes on by itself.
  const loadOn = useEffectEvent(() => {
    if (scroller.current && position.isPlaced) loadNear(scroller.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look
  useEffect(() => loadOn(), [rows]);

  useEffect(() => list.leaveOutFar(position.isAtEnd, () => position.heldKey));

  const onScroll = () => {
    if (!scroller.current || !position.isPlaced) return;
    position.scrolled(end);
    onBottom(position.isAtEnd && isEndDrawn);
    tellShown();
    list.drawOn(scroller.current);
    loadNear(scroller.current);
  };

  return (
    <div
      ref={scroller}
      className="conversations-log"
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
    >
      <div ref={content} className="conversations-log-content">
        {before}
        <div style={{ height: list.spaceAbove() }} aria-hidden="true" />
        {drawn.map((row) => (
          <div
            key={row.key}
            data-row={row.key}
            data-keeps={keepsPlace(row) ? '' : undefined}
            className="conversations-log-row"
          >
            {children(row)}
          </div>
        ))}
        <div style={{ height: list.spaceBelow() }} aria-hidden="true" />
        {after}
      </div>
    </div>
  );
}

/** The row that somebody wants to see, until it is drawn and can be gone to. */
function useWish(target: { key: string } | null, drawAround: (key: string) => void) {
  const wished = useRef<{ key: string } | null>(null);
  const wish = useEffectEvent((key: string) => drawAround(key));
  useEffect(() => {
    if (!target) return;
    wished.current = target;
    wish(target.key);
  }, [target]);
  return wished;
}
