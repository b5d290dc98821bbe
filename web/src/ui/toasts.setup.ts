import { beforeEach } from 'vitest';
import { toasts } from './toast-store.ts';

/** The tests of the web share one process: what one of them has said is not there any more for the next. */
beforeEach(() => {
  for (const { id } of toasts.snapshot()) toasts.close(id);
});
