import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows what a change was answered with from now on. What was asked before the change may be answered after it, and would
 * put back what was there before: it is not waited for any more.
 */
export function keepAnswer<Data>(client: QueryClient, queryKey: QueryKey, answer: NoInfer<Data>): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, answer as never);
}
