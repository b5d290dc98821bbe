import type { ClipboardEvent } from 'react';

/** Pictures that are pasted; none where words come with them, as from an office program, which adds a picture of them. */
export function pastedFiles({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): File[] {
  return clipboardData.types.includes('text/plain') ? [] : [...clipboardData.files];
}
