import type { Endpoint, Schema } from './endpoint.ts';
import type { ErrorDefinition } from './errors.ts';
import type { AnyNotices } from './notices.ts';

/**
 * The events of an area by whom they are told to: whoever listens where something is, whoever looks at what the board
 * does, the members of a conversation, or one person on every device.
 */
export type AreaEvents = Readonly<
  Partial<Record<'area' | 'board' | 'conversation' | 'person', readonly Schema[]>>
>;

const noNotices = { codes: [], texts: {} } as const;

/** What an area declares of itself to web and server; registry, frames and notices are made of all of them. */
export interface ContractArea<
  Errors extends Record<string, ErrorDefinition>,
  Events extends AreaEvents,
  Notices extends AnyNotices,
> {
  readonly name: string;
  /** Its error codes; no two areas share one. */
  readonly errors: Errors;
  readonly events: Events;
  /** What may notify somebody of what happens in it. */
  readonly notices: Notices;
  readonly endpoints: readonly Endpoint[];
}

/**
 * `calls` are the files of the area in which endpoints are declared, as modules: whatever endpoint one of them exports
 * belongs to the area.
 */
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
