import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawChance } from '#platform/chance.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';

type Mottos = Record<string, string[]>;

async function fetchMottos(signal: AbortSignal): Promise<Mottos> {
  const answer = await fetch('/motto.json', { signal });
  if (!answer.ok) throw new Error(`/motto.json: ${answer.status}`);
  return answer.json();
}

/** A motto at random in the chosen language; the fallback headline when there is none to be had. */
export function useMotto(): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chance] = useState(drawChance);
  const { data } = useQuery({
    queryKey: ['mottos'],
    queryFn: ({ signal }) => fetchMottos(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const mottos = data?.[language] ?? data?.en ?? [];
  return mottos[Math.floor(chance * mottos.length)] ?? t('app.welcome.headline');
}
