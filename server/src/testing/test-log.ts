import type { LogDestination } from '../platform/log.ts';

/** By the address of a server in this process, what went wrong there last. */
const logs = new Map<string, string[]>();
const keptLines = 5;

/** Where a server logs whose test reads no log: what a 500 hides from people is in the failure of the test. */
export function logOfServer(url: string): LogDestination {
  const lines: string[] = [];
  logs.set(url, lines);
  return {
    write(line) {
      lines.push(line.trim());
      if (lines.length > keptLines) lines.shift();
    },
  };
}

/** The last errors of the server at this address, the latest last; empty for one of another process. */
export const lastErrorsOf = (url: string): string => (logs.get(url) ?? []).join('\n');
