import type * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import type { noticeParams } from './notice-params.ts';

export type NoticeLanguage = 'en' | 'ja' | 'zh';

/** What an area adds of its own. Their schemas stand apart, so that the browser can have the words without them. */
type ParamSchemas = Readonly<Record<string, Schema>>;

export interface NoticePieces<Params extends ParamSchemas = ParamSchemas> {
  readonly language: NoticeLanguage;
  /** Everybody who acted, such as "Aiko and 3 others". */
  readonly who: string;
  readonly name: string;
  readonly group: string;
  /** What was said, or that it is a picture or a video. */
  readonly preview: string;
  /** How often it happened, such as " (3)"; empty for once. */
  readonly times: string;
  number(value: number | null): string;
  /** Day and time of an instant. */
  time(instant: string | null): string;
  readonly params: { readonly [Name in keyof Params]: z.output<Params[Name]> } & {
    readonly [Name in keyof typeof noticeParams]: z.output<(typeof noticeParams)[Name]>;
  };
}

export interface Notices<Codes extends readonly string[], Params extends ParamSchemas> {
  readonly codes: Codes;
  readonly texts: Readonly<
    Record<
      Codes[number],
      Readonly<
        Record<NoticeLanguage, (pieces: NoticePieces<Params>) => readonly [title: string, message: string]>
      >
    >
  >;
}

export interface AnyNotices {
  readonly codes: readonly string[];
  readonly texts: Readonly<
    Record<
      string,
      Readonly<Record<NoticeLanguage, (pieces: never) => readonly [title: string, message: string]>>
    >
  >;
}

/** `Params` are the schemas of what the words of this area need beside `noticeParams`. */
export const defineNotices =
  // biome-ignore lint/complexity/noBannedTypes: notices whose words need nothing of their own
    <Params extends ParamSchemas = {}>() =>
    <const Codes extends readonly string[]>(declared: Notices<Codes, Params>): Notices<Codes, Params> =>
      declared;
