import { clockFormat } from '@dazi/contract/kernel/clock-format';
import type { TypeOptions } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';

/** The codes that there are words for, by the types that i18next is given. */
export type ErrorKey = keyof TypeOptions['resources']['translation']['errors'];

/** Reads the parts of a filled English text back: "Invalid Google token" gives provider Google. */
export function partsOf(template: string, text: string): Record<string, string> {
  const names: string[] = [];
  const pattern = template
    .split(/(\{\w+\})/)
    .map((piece) => {
      if (!/^\{\w+\}$/.test(piece)) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(piece.slice(1, -1));
      return '(.+)';
    })
    .join('');
  const found = new RegExp(`^${pattern}$`).exec(text);
  return Object.fromEntries(names.map((name, index) => [name, found?.[index + 1] ?? '']));
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The server writes times as programs read them. */
const inTheirTime = (part: string, language: string): string =>
  instant.test(part)
    ? clockFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(part))
    : part;

/** What to tell a person about an error: by code in their language, else the server's own text. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return t('errors.unknown');
      if (error.code === 'TOO_MANY_REQUESTS' && error.retryAfter) {
        return t('errors.tooManyIn', { count: Math.ceil(error.retryAfter) });
      }
      const english: string | undefined = i18n.getResource('en', 'translation', `errors.${error.code}`);
      if (!english) return error.message || t('errors.unknown');
      const parts = Object.entries(partsOf(english, error.message));
      const said = parts.map(([name, part]) => [name, inTheirTime(part, i18n.language)]);
      return String(t(`errors.${error.code as ErrorKey}`, Object.fromEntries(said) as never));
    },
    [t, i18n],
  );
}

/**
 * Why something failed, when the error says more than that it did: a mistake of the server's, or what nobody has words
 * for, would only say it twice.
 */
export function useReasonText(): (error: unknown) => string | null {
  const { i18n } = useTranslation();
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      const isKnown =
        error instanceof ApiError &&
        error.code !== 'INTERNAL' &&
        i18n.getResource('en', 'translation', `errors.${error.code}`) !== undefined;
      return isKnown ? errorText(error) : null;
    },
    [i18n, errorText],
  );
}

/** What failed, and why where that is known. To try again is left to the reason, unless it is the network. */
export function useFailureText(): (failed: string, error: unknown) => string {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  return useCallback(
    (failed, error) => {
      const reason = reasonText(error);
      if (reason === null) return failed;
      const plea = t('failure.tryAgain');
      const isPlea = failed.endsWith(plea) && !(error instanceof ApiError && error.code === 'NETWORK');
      const said = isPlea ? failed.slice(0, -plea.length).trimEnd() : failed;
      const ended = /[.。，]$/.test(said) ? said : said + t('failure.end');
      return ended.endsWith('.') ? `${ended} ${reason}` : ended + reason;
    },
    [t, reasonText],
  );
}
