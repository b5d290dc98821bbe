import { useLayoutEffect, useRef } from 'react';
import { loadNextPage } from '#platform/next-page.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { focusAfter, reachableBefore } from '#ui/reachable.ts';

interface LoadMoreProps extends Pick<ButtonProps, 'kind' | 'size' | 'onPage'> {
  list: Parameters<typeof loadNextPage>[0] & {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
  };
  label: string;
  /** Said when further ones do not come. */
  failed: string;
  /** Of a box around the button. */
  className?: string;
}

/** Below a list that comes page by page: brings the next one, and says when it does not come. */
export function LoadMore({ list, label, failed, className, ...look }: LoadMoreProps) {
  const control = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  /** What stood last above the button when it was pressed. */
  const above = useRef<Element | null>(null);
  const hasFailed = list.isFetchNextPageError && !list.isFetchingNextPage;
  // One button takes the place of the other: whoever pressed it stays at it, and goes on with what came once it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks anew whenever they change places
  useLayoutEffect(() => {
    if (!wasPressed.current || document.activeElement !== document.body) return;
    if (control.current) control.current.focus({ preventScroll: true });
    else focusAfter(above.current);
  }, [hasFailed, list.hasNextPage]);
  const load = () => {
    wasPressed.current = true;
    above.current = reachableBefore(control.current);
    void loadNextPage(list);
  };
  if (hasFailed) return <InlineError text={failed} onRetry={load} retryRef={control} />;
  if (!list.hasNextPage) return null;
  const button = (
    <Button {...look} ref={control} busy={list.isFetchingNextPage} onClick={load}>
      {label}
    </Button>
  );
  return className ? <div className={className}>{button}</div> : button;
}
