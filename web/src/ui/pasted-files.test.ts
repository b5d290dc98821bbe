import type { ClipboardEvent } from 'react';
import { expect, test } from 'vitest';
import { pastedFiles } from './pasted-files.ts';

const picture = new File(['x'], 'image.png', { type: 'image/png' });
const pasted = (types: string[], files: File[]) =>
  pastedFiles({ clipboardData: { types, files } } as unknown as ClipboardEvent);

test('a picture is pasted as one, words stay words though a picture of them comes along', () => {
  expect(pasted(['Files'], [picture])).toEqual([picture]);
  expect(pasted(['text/html', 'Files'], [picture])).toEqual([picture]);
  expect(pasted(['text/plain', 'text/html', 'Files'], [picture])).toEqual([]);
  expect(pasted(['text/plain'], [])).toEqual([]);
});
