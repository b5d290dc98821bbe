import { toasts } from '#ui/toast-store.ts';

/** What is said at the moment: those of an earlier test, also in another file, may still be leaving. */
export const shownToasts = () => toasts.snapshot().filter(({ phase }) => phase !== 'closing');
