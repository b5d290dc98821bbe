import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { expect, test } from 'vitest';
import { type Stored, storageRefusal } from './storage.rules.ts';

const megabyte = 1024 * 1024;
const now = new Date('2026-11-26T12:00:00Z');
const daysAgo = (days: number) => ({ createdAt: new Date(now.getTime() - days * 24 * 60 * 60 * 1000) });
const nothing: Stored = { waitingFiles: 0, waitingBytes: 0, bytes: 0, sealedBytes: 0 };
const upload = (megabytes: number) => {
  const bytes = megabytes * megabyte;
  return { bytes, waiting: { files: 1, bytes } };
};
const shown = (megabytes: number) => ({ bytes: megabytes * megabyte, waiting: { files: 0, bytes: 0 } });

test.each([
  ['the twentieth file', { ...nothing, waitingFiles: 19 }, upload(1), null],
  ['one more', { ...nothing, waitingFiles: 20 }, upload(1), 'UPLOADS_WAITING'],
  ['up to 60 MB', { ...nothing, waitingFiles: 2, waitingBytes: 50 * megabyte }, upload(10), null],
  ['above', { ...nothing, waitingFiles: 2, waitingBytes: 50 * megabyte }, upload(10.1), 'UPLOADS_WAITING'],
  ['the largest video by itself', nothing, upload(uploadLimits.video_megabytes), null],
  [
    'what is shown at once, beside it',
    { ...nothing, waitingFiles: 20, waitingBytes: 99 * megabyte },
    shown(9),
    null,
  ],
] as const)('waiting: %s', (_what, stored, more, expected) => {
  expect(storageRefusal(stored, daysAgo(30), more, now)).toBe(expected);
});

test.each([
  ['200 MB in the first week', 6.9, 190, 10, null],
  ['no more', 6.9, 190, 10.1, 'STORAGE_USED_UP'],
  ['2 GB later', 7, 2038, 10, null],
  ['and no more', 7, 2038, 10.1, 'STORAGE_USED_UP'],
] as const)('all that is stored: %s', (_what, days, stored, more, expected) => {
  const before = { ...nothing, bytes: stored * megabyte };
  expect(storageRefusal(before, daysAgo(days), shown(more), now)).toBe(expected);
});

test.each([
  ['makes room for as much again in the first week', 1, 190, 200, 10, null],
  ['and for no more', 1, 190, 200.1, 10, 'STORAGE_USED_UP'],
  ['the same later', 7, 0, 4086, 10, null],
  ['also where nothing is shown', 7, 0, 4086.1, 10, 'STORAGE_USED_UP'],
] as const)('what was taken away and is still kept: %s', (_what, days, stored, sealed, more, expected) => {
  const before = { ...nothing, bytes: stored * megabyte, sealedBytes: sealed * megabyte };
  expect(storageRefusal(before, daysAgo(days), shown(more), now)).toBe(expected);
});
