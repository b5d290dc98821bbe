import {
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useState,
} from 'react';

/** Something with a place on the screen: an element or a point of the map. */
export interface Measurable {
  getBoundingClientRect(): DOMRect;
}

export interface PopoverProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The button it belongs to; or give `anchor`. */
  trigger?: ReactElement<{ onClick?: () => void }>;
  anchor?: RefObject<Measurable>;
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  /** Focus stays where it is, as for a preview. */
  keepFocus?: boolean;
  /** When it closes; without a word from here the focus returns to the button. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

const load = () => import('#ui/PopoverSurface.tsx');
const Surface = lazy(() => load().then((module) => ({ default: module.PopoverSurface })));

/** Points at what it belongs to and keeps 16 px from every edge. Its code comes when the first one opens. */
export function Popover(props: PopoverProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  const closed = props.trigger
    ? cloneElement(props.trigger, { onClick: () => props.onOpenChange(true) })
    : null;
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <Surface {...props} />
    </Suspense>
  );
}
