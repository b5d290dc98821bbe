import type { Endpoint, Schema } from './endpoint.ts';
import type { ErrorDefinition } from './errors.ts';
import type { AnyNotices } from './notices.ts';

/** Told to whoever listens where something is, to whoever looks at the board, to members, or to one person. */
export type AreaEvents = Readonly<
  Partial<Record<'area' | 'board' | 'conversation' | 'person', readonly Schema[]>>
>;

const noNotices = { codes: [], texts: {} } as const;

export interface ContractArea<
  Errors extends Record<string, ErrorDefinition>,
  Events extends AreaEvents,
  Notices extends AnyNotices,
> {
  readonly name: string;
  /** No two areas share a code. */
  readonly errors: Errors;
  readonly events: Events;
  readonly notices: Notices;
  readonly endpoints: readonly Endpoint[];
}

/** `calls` are modules: every endpoint that one of them exports belongs to the area. */
export function defineArea<
  const Errors extends Record<string, ErrorDefinition>,
  // biome-ignore lint/complexity/noBannedTypes: an area without events
  const Events extends AreaEvents = {},
  Notices extends AnyNotices = typeof noNotices,
>(
  name: string,
  declared: { errors: Errors; calls: readonly object[]; events?: Events; notices?: Notices },
): ContractArea<Errors, Events, Notices> {
  const endpoints = declared.calls.flatMap((file) => Object.values(file).filter(isEndpoint));
  return {
    name,
    errors: declared.errors,
    events: declared.events ?? ({} as Events),
    notices: declared.notices ?? (noNotices as AnyNotices as Notices),
    endpoints,
  };
}

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;
