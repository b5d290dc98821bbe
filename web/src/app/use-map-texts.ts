import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapTexts } from '#map/map-texts.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';

/** Everything the map says, in the reader's language. */
export function useMapTexts(): MapTexts {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const metres = new Intl.NumberFormat(language, { style: 'unit', unit: 'meter' });
    const kilometres = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' });
    return {
      map: t('map.label'),
      zoomIn: t('map.zoomIn'),
      zoomOut: t('map.zoomOut'),
      locate: t('map.locate'),
      loading: t('map.loading'),
      errorTitle: t('map.errorTitle'),
      errorText: t('map.errorText'),
      tryAgain: t('map.tryAgain'),
      useBuiltIn: t('map.useBuiltIn'),
      ownPosition: t('map.ownPosition'),
      attribution: t('map.attribution'),
      close: t('ui.close'),
      about: (count) => t('map.about', { count }),
      cluster: (count) => t('map.cluster', { count }),
      samePlace: (count) => t('map.samePlace', { count }),
      distance: (value) => (value < 1000 ? metres.format(value) : kilometres.format(value / 1000)),
    };
  }, [t, language]);
}
