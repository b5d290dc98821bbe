import type { Endpoint } from './endpoint.ts';
import type { ErrorDefinition } from './errors.ts';

/** What an area declares of itself to web and server; the registry is made of all of them. */
export interface ContractArea<Errors extends Record<string, ErrorDefinition>> {
  readonly name: string;
  /** Its error codes; no two areas share one. */
  readonly errors: Errors;
  /** Every call that it answers. */
  readonly endpoints: readonly Endpoint[];
}

/**
 * `calls` are the files of the area in which endpoints are declared, as modules: whatever endpoint one of them exports
 * belongs to the area.
 */
export function defineArea<const Errors extends Record<string, ErrorDefinition>>(
  name: string,
  { errors, calls }: { errors: Errors; calls: readonly object[] },
): ContractArea<Errors> {
  return { name, errors, endpoints: calls.flatMap((file) => Object.values(file).filter(isEndpoint)) };
}

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;
