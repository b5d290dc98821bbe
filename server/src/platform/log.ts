/** Takes one line at a time. */
export interface LogDestination {
  write(line: string): void;
}

/** Structured lines with request ids; never addresses, positions, tokens or texts of people. */
export function loggerOptions(level: 'silent' | 'info') {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: () => ({}), res: () => ({}) },
  };
}
