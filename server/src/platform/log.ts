import { type Config, version } from './config.ts';
import { withoutQuery } from './database/builder.ts';

export interface LogDestination {
  write(line: string): void;
}

/** Structured lines with request ids; never addresses, positions, tokens or texts of people. */
export function loggerOptions({ logLevel, nodeName }: Pick<Config, 'logLevel' | 'nodeName'>) {
  return {
    level: logLevel,
    base: { node: nodeName, pid: process.pid, version },
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
    ...causeFields(error),
  };
}

/** What lies behind it, such as why the database does not answer. */
function causeFields(error: unknown) {
  const cause = withoutQuery(error instanceof Error ? error.cause : undefined);
  if (!(cause instanceof Error)) return {};
  const { code } = cause as NodeJS.ErrnoException;
  return { cause: { type: cause.name, message: cause.message, ...(code ? { code } : {}) } };
}
