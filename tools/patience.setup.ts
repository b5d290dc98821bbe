import { vi } from 'vitest';

/** For what hangs: a busy machine takes its time. `expect.poll` is told in vitest's settings, which know nothing of these. */
const patience_ms = 30_000;

type Options = number | { timeout?: number; interval?: number };

const given = (options: Options | undefined) =>
  typeof options === 'number' ? { timeout: options } : { timeout: patience_ms, ...options };

/** Files of one process share it, and each of them comes past here. */
const told = vi as typeof vi & { isPatient?: true };
if (!told.isPatient) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, given(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, given(options));
  told.isPatient = true;
}
