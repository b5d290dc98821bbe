import { loadNextPage } from '#platform/next-page.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';

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
  const load = () => void loadNextPage(list);
  if (list.isFetchNextPageError && !list.isFetchingNextPage) {
    return <InlineError text={failed} onRetry={load} />;
  }
  if (!list.hasNextPage) return null;
  const button = (
    <Button {...look} busy={list.isFetchingNextPage} onClick={load}>
      {label}
    </Button>
  );
  return className ? <div className={className}>{button}</div> : button;
}
