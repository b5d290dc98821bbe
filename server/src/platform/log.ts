import { withoutQuery } from './database/builder.ts';

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
    serializers: { req: () => ({}), res: () => ({}), err: errorFields },
  };
}

/** What happened and where, without what else an error carries along. */
function errorFields(thrown: unknown) {
  const error = withoutQuery(thrown);
  const { name, code, message, stack } = (
    error instanceof Error ? error : {}
  ) as Partial<NodeJS.ErrnoException>;
  return {
    type: name ?? typeof error,
    message: message ?? '',
    stack: stack ?? '',
    ...(code ? { code } : {}),
  };
}
