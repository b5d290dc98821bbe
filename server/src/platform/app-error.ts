import { type ErrorCode, errorDefinitions } from '@dazi/contract/registry';

/** The one error that reaches callers; everything else is an "internal" with an id and a log line. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter_s: number | undefined;
  readonly values: Readonly<Record<string, string>>;
  /** Which fields are meant, where a rule and no schema refuses them. */
  readonly fields: readonly { path: string; code: string }[] | undefined;

  /** `values` fill the `{placeholders}` of the text. */
  constructor(
    code: ErrorCode,
    options: { values?: Record<string, string>; retryAfter_s?: number; fields?: AppError['fields'] } = {},
  ) {
    const { status, text } = errorDefinitions[code];
    super(text.replace(/\{(\w+)\}/g, (whole, name: string) => options.values?.[name] ?? whole));
    this.code = code;
    this.status = status;
    this.values = options.values ?? {};
    this.retryAfter_s = options.retryAfter_s;
    this.fields = options.fields;
  }
}
