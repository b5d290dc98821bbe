import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { type Settings, useSettings } from '#platform/settings.ts';
import type { Language } from '#platform/storage.ts';
import { fillPolicy, type PolicyParts, type PolicyText } from './policy-text.ts';

/** As the server names the usual place when nobody set another. */
const usualDataLocation = 'the United States';

const loaders: Record<Language, () => Promise<PolicyText>> = {
  en: async () => (await import('./documents/en.ts')).policy,
  ja: async () => (await import('./documents/ja.ts')).policy,
  zh: async () => (await import('./documents/zh.ts')).policy,
};

function partsOf(text: PolicyText, settings: Settings): PolicyParts {
  const { name, contact, dataLocation } = settings.operator;
  return {
    operator: name ?? text.unnamedOperator,
    contact: contact ?? text.unnamedContact,
    dataLocation: dataLocation === usualDataLocation ? text.unitedStates : dataLocation,
  };
}

export function usePolicy() {
  const language = useLanguage();
  const settings = useSettings();
  const text = useQuery({
    queryKey: ['policy', language],
    queryFn: () => loaders[language](),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const policy =
    text.data && settings.data
      ? { text: text.data, fill: (line: string) => fillPolicy(line, partsOf(text.data, settings.data)) }
      : null;
  return {
    policy,
    failed: text.isError || settings.isError,
    retry: () => {
      void text.refetch();
      void settings.refetch();
    },
  };
}

export type Policy = NonNullable<ReturnType<typeof usePolicy>['policy']>;
