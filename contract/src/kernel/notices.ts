import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';

export type NoticeLanguage = 'en' | 'ja' | 'zh';

type ParamSchemas = Readonly<Record<string, Schema>>;

/** What any notice may be made with; what one does not need is null or 0. An area adds what only its own need. */
export const noticeParams = {
  /** Whoever acted last. */
  name: z.nullable(z.string()),
  /** How many more people did the same. */
  others: z.int(),
  /** How many events are gathered in it. */
  count: z.int(),
  group: z.nullable(z.string()),
  /** The beginning of what was said. */
  preview: z.nullable(z.string()),
  media: z.nullable(z.enum(['image', 'video'])),
};

/** What the words of a notice are made of, ready to be read in their language. */
export interface NoticePieces<Params extends ParamSchemas = ParamSchemas> {
  readonly language: NoticeLanguage;
  /** Everybody who acted, such as "Aiko and 3 others". */
  readonly who: string;
  /** Whoever acted last. */
  readonly name: string;
  readonly group: string;
  /** What was said, or that it is a picture or a video. */
  readonly preview: string;
  /** How often it happened, such as " (3)"; empty for once. */
  readonly times: string;
  number(value: number | null): string;
  readonly params: { readonly [Name in keyof Params]: z.output<Params[Name]> } & {
    readonly [Name in keyof typeof noticeParams]: z.output<(typeof noticeParams)[Name]>;
  };
}

/** What may notify somebody of what happens in an area: its codes, what their words need, and the words. */
export interface Notices<Codes extends readonly string[], Params extends ParamSchemas> {
  readonly codes: Codes;
  readonly params: Params;
  readonly texts: Readonly<
    Record<
      Codes[number],
      Readonly<
        Record<NoticeLanguage, (pieces: NoticePieces<Params>) => readonly [title: string, message: string]>
      >
    >
  >;
}

/** The notices of any area. */
export interface AnyNotices {
  readonly codes: readonly string[];
  readonly params: ParamSchemas;
  readonly texts: Readonly<
    Record<
      string,
      Readonly<Record<NoticeLanguage, (pieces: never) => readonly [title: string, message: string]>>
    >
  >;
}

export function defineNotices<
  const Codes extends readonly string[],
  // biome-ignore lint/complexity/noBannedTypes: notices whose words need nothing of their own
  Params extends ParamSchemas = {},
>(declared: Omit<Notices<Codes, Params>, 'params'> & { params?: Params }): Notices<Codes, Params> {
  return { ...declared, params: declared.params ?? ({} as Params) };
}
