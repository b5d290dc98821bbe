import { useTranslation } from 'react-i18next';
import { useSignInFailure } from '#features/identity/sign-in.ts';
import type { ErrorKey } from '#platform/error-text.ts';
import { useSettings } from '#platform/settings.ts';

/** What to say at the sign-in button after a failed attempt; null when there was none. */
export function useSignInError(): string | null {
  const { t, i18n } = useTranslation();
  const failure = useSignInFailure();
  const { data: settings, isPending } = useSettings();
  // A page begins with its first words alone, and is not told at once who the provider is.
  const isKnown = i18n.exists('errors.INTERNAL') && !isPending;
  if (!failure || !isKnown) return null;
  if (!i18n.exists(`errors.${failure.code}`)) return t('identity.signInError');
  const { code, status, until } = failure;
  const until_ms = Date.parse(until);
  // It stands in the address, where anybody may write anything.
  if (until_ms) {
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(until_ms);
    return t('identity.blockedUntil', { date });
  }
  const parts = { provider: settings?.providerName ?? '', status };
  return String(t(`errors.${code as ErrorKey}`, parts as never));
}
