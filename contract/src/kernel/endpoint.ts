import * as z from 'zod/mini';

export type Schema = z.ZodMiniType;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Which budget a call draws from (see `rateLimits`). `none` is for health checks. */
export type Budget =
  | 'none'
  | 'read'
  | 'media'
  | 'write'
  | 'search'
  | 'sign-in'
  | 'upload'
  | 'live'
  /** Typing and read marks: many and small. */
  | 'signal'
  | 'export'
  | 'report'
  /** What failed in browsers must not use up the reports of people. */
  | 'client-error';

/** Reading is counted by address only: a signed-in person may look as much as a visitor. */
export const countedByAddressOnly: readonly Budget[] = ['read', 'media'];

/** Calls a minute and account; ten times as much per address, because carriers and schools share one. */
export const rateLimits: Record<Exclude<Budget, 'none'>, number> = {
  read: 600,
  media: 3000,
  write: 120,
  search: 60,
  'sign-in': 30,
  upload: 30,
  live: 120,
  signal: 240,
  export: 3,
  report: 10,
  'client-error': 10,
};

export type ActorField = 'userId' | 'authorId' | 'actorUserId' | 'voterId' | 'createdBy';

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
  Top extends z.core.$ZodLooseShape = z.core.$ZodLooseShape,
  Verb extends Method = Method,
  Path extends string = string,
> {
  readonly name: string;
  readonly method: Verb;
  /** With `{name}` for path parameters, as OpenAPI writes them. */
  readonly path: Path;
  readonly summary: string;
  /**
   * `signed-in`: 401 without a session, before the request is looked at. `returning`: may restore a deleted account,
   * and is elsewhere a visitor, or reads ACCOUNT_LEFT where a session is needed. `administrator`: 404 to others, left
   * out of the API's description.
   */
  readonly who: 'anyone' | 'signed-in' | 'returning' | 'administrator';
  /** Whether somebody suspended or closed may call it, as themselves or as a visitor; else they get 403. */
  readonly whileOut: boolean | 'visitor';
  /** The field that names the acting person. Where it is sent it must be the session's own id, else 403. */
  readonly actor?: ActorField;
  /** The 401 of this endpoint, where its text says what one would have to sign in for. */
  readonly signInError?: string;
  readonly budget: Budget;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** Fields beside `data` at the top level of the answer. */
  readonly top: Top;
  /** The codes that it may answer beyond the general ones and the two that have a field of their own here. */
  readonly errors: readonly string[];
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** The 413 of a body beyond it, where only a picture makes it that large. */
  readonly tooLargeError?: string;
}

const nothing = z.object({});
type Nothing = typeof nothing;

export const defaultBodyLimit = 128 * 1024;

interface EndpointInput<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Data extends Schema,
  Top extends z.core.$ZodLooseShape,
  Verb extends Method,
  Path extends string,
> {
  name: string;
  method: Verb;
  path: Path;
  summary: string;
  who: Endpoint['who'];
  whileOut?: boolean | 'visitor';
  actor?: ActorField;
  signInError?: string;
  budget?: Budget;
  params?: Params;
  query?: Query;
  body?: Body;
  data: Data;
  top?: Top;
  errors?: readonly string[];
  bodyLimit?: number;
  tooLargeError?: string;
}

export function endpoint<
  Data extends Schema,
  const Verb extends Method,
  const Path extends string,
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
  // biome-ignore lint/complexity/noBannedTypes: no fields beside data
  Top extends z.core.$ZodLooseShape = {},
>(
  input: EndpointInput<Params, Query, Body, Data, Top, Verb, Path>,
): Endpoint<Params, Query, Body, Data, Top, Verb, Path> {
  return {
    budget: input.method === 'GET' ? 'read' : 'write',
    bodyLimit: defaultBodyLimit,
    whileOut: false,
    ...input,
    params: (input.params ?? nothing) as Params,
    query: (input.query ?? nothing) as Query,
    body: (input.body ?? nothing) as Body,
    top: (input.top ?? {}) as Top,
    errors: input.errors ?? [],
  };
}

export type ParamsOf<E extends Endpoint> = z.input<E['params']>;
export type QueryOf<E extends Endpoint> = z.input<E['query']>;
export type BodyOf<E extends Endpoint> = z.input<E['body']>;
export type DataOf<E extends Endpoint> = z.output<E['data']>;
export type TopOf<E extends Endpoint> = { [Key in keyof E['top']]: z.output<E['top'][Key]> };

export type SuccessOf<E extends Endpoint> = { success: true; data: DataOf<E> } & TopOf<E>;

/** What every call answers when it fails. Field errors name path and code, never the value. */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), code: z.string() }))),
});
export type Failure = z.output<typeof failureSchema>;
