import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';

/** A file on the disk for the browser to choose: as bytes it would have to be sent there, which takes seconds. */
export async function largeFile(name: string, bytes: number): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, Buffer.alloc(bytes, 1));
  return path;
}
